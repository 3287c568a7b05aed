import { readPost } from '../../api/posts';
import type { Command } from '../../commands/command';
import { findPost, forgottenPostFailure, toFinding } from '../../commands/findEffect';
import { MAIN_STEP } from '../../commands/key';
import { carryOutCopy } from '../../commands/onPost';
import { postCommandIdentity } from '../../commands/postCommand';
import { reviewNewPost } from '../../commands/review';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import {
	postLocator,
	readPostPath,
	workspaceLocator,
	workspacePath,
} from '../../properties/locators';
import { optionsCollection } from '../../properties/commonFields';
import { firstText, readRecord } from '../../shared/json';
import { path } from '../../transport/address';
import { UNDECIDED } from '../../transport/errors';
import type { ServiceResponse } from '../../transport/types';
import type { Operation } from '../operation';
import { toOutput } from '../recordOperations';
import { cancelPost } from './cancelPost';

/** A command on a post that needs only its idempotency key: the service's API defines no body for it. */
export function commandWithoutBody(
	name: 'cancel' | 'duplicate',
	option: Operation['option'],
): Operation {
	const purpose = `${name} the post`;
	const isCancel = name === 'cancel';
	return {
		option,
		runsInParallel: false,
		properties: [workspaceLocator, postLocator, optionsCollection(idempotencyOptions)],

		prepare(item) {
			const { connection, progress } = item;
			const postPath = readPostPath(item);
			const idempotency = readIdempotency(item);
			if (isCancel) {
				const target = { postPath, idempotency, step: MAIN_STEP };
				return async () => toOutput(await cancelPost(item, target));
			}
			const answered = { purpose, idempotency };
			const command: Command = {
				purpose,
				identity: postCommandIdentity({ postPath }, name, {}),
				idempotency,
				request: { method: 'POST', safety: 'keyed', needsRecord: true },
				isEdited: progress.isEdited,
				prepare: async () => ({ json: {} }),
				find: findCopy(item, postPath, purpose),
				review: reviewNewPost(
					connection,
					answered,
					(response) => pathOfCopy(item, response),
					false,
				),
			};
			return async () => toOutput(await carryOutCopy(connection, command, postPath));
		},
	};
}

function pathOfCopy(item: Item, { data }: ServiceResponse): string | undefined {
	const id = firstText(readRecord(data).id);
	return id === undefined ? undefined : `${workspacePath(item)}${path('posts', id)}`;
}

/** A copy has the text and the accounts of its original. */
function findCopy(item: Item, postPath: string, purpose: string): Command['find'] {
	const { connection } = item;
	return async ({ why }) => {
		if (why === 'refused') return UNDECIDED;
		const { post } = await readPost(connection, postPath, purpose);
		const originalId = firstText(post.id);
		const found = await findPost(connection, {
			workspacePath: workspacePath(item),
			purpose,
			content: post,
			isOther: (id) => id === originalId,
		});
		return toFinding(found, (posts) => forgottenPostFailure(posts, purpose));
	};
}
