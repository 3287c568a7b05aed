import { readPost } from '../../api/changePost';
import { readPostStatus } from '../../api/postRecords';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { call } from '../../transport/call';
import { idempotencyKey, MAIN_STEP } from '../../transport/idempotencyKey';
import type { Call } from '../../transport/types';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';

/** A command on a post that needs only its idempotency key: the service's API defines no body for it. */
export function commandWithoutBody(
	name: 'cancel' | 'duplicate',
	option: Operation['option'],
): Operation {
	return {
		option,
		runsInParallel: false,
		properties: [workspaceLocator, postLocator, optionsCollection(idempotencyOptions)],

		async execute(item) {
			const postPath = readPostPath(item);
			const path = `${postPath}/${name}`;
			const command = { path, content: {}, step: MAIN_STEP };
			return toOutput(
				await call(item.connection, {
					purpose: `${name} the post`,
					method: 'POST',
					path,
					json: {},
					idempotencyKey: idempotencyKey(readIdempotency(item), command),
					safety: 'keyed',
					...(name === 'cancel' && { findLostEffect: findCancellation(item, postPath) }),
					needsRecord: name === 'duplicate',
				}),
			);
		},
	};
}

const UNSCHEDULED_STATUSES = new Set(['draft', 'cancelled', 'canceled']);

/** A service may refuse to cancel a post that is already cancelled. */
function findCancellation({ connection }: Item, postPath: string): Call['findLostEffect'] {
	return async ({ status }) => {
		if (status !== 409) return undefined;
		const { post, etag } = await readPost(connection, postPath, 'cancel the post');
		const isCancelled = UNSCHEDULED_STATUSES.has(readPostStatus(post) ?? '');
		return isCancelled ? { data: post, etag, headers: {} } : undefined;
	};
}
