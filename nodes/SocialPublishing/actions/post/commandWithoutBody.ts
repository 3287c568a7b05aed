import type { IDataObject } from 'n8n-workflow';

import { readPost } from '../../api/changePost';
import { findCreatedPost, findPostEffect } from '../../api/forgottenEffect';
import { readPostStatus } from '../../api/readings/post';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import {
	postLocator,
	readPostPath,
	workspaceLocator,
	workspacePath,
} from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { firstText } from '../../shared/json';
import { call } from '../../transport/call';
import { keyed, MAIN_STEP } from '../../transport/idempotencyKey';
import { sendResumable, type ResumableCommand } from '../../transport/resumableCommand';
import type { Call } from '../../transport/types';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';
import { isHandedOver } from './publishPost';

/** A command on a post that needs only its idempotency key: the service's API defines no body for it. */
export function commandWithoutBody(
	name: 'cancel' | 'duplicate',
	option: Operation['option'],
): Operation {
	const purpose = `${name} the post`;
	const findForgottenEffect = name === 'cancel' ? findOldCancellation : findOldCopy;
	return {
		option,
		runsInParallel: false,
		properties: [workspaceLocator, postLocator, optionsCollection(idempotencyOptions)],

		prepare(item) {
			const postPath = readPostPath(item);
			const path = `${postPath}/${name}`;
			const identity = { path, content: {}, step: MAIN_STEP };
			const idempotency = readIdempotency(item);
			const command: ResumableCommand = {
				purpose,
				idempotency,
				identity,
				isEdited: item.progress.isEdited,
				makeBody: async () => ({}),
				findForgottenEffect: findForgottenEffect(item, postPath, purpose),
				send: async (json, wasSentBefore) =>
					await call(item.connection, {
						purpose,
						method: 'POST',
						path,
						json,
						...keyed(idempotency, identity),
						safety: 'keyed',
						...(name === 'cancel' && { findLostEffect: findCancellation(item, postPath) }),
						needsRecord: name === 'duplicate',
						wasSentBefore,
					}),
			};
			return async () => toOutput(await sendResumable(item.connection, command));
		},
	};
}

const UNSCHEDULED_STATUSES = new Set(['draft', 'cancelled', 'canceled']);

/** A service may tell the statuses of destinations alone. */
function isUnscheduled(post: IDataObject): boolean {
	const status = readPostStatus(post);
	if (status !== undefined) return UNSCHEDULED_STATUSES.has(status);
	return post.scheduled_at === null && !isHandedOver(post);
}

/** A service may refuse to cancel a post that is already cancelled. */
function findCancellation({ connection }: Item, postPath: string): Call['findLostEffect'] {
	return async ({ status }) => {
		if (status !== 409) return undefined;
		const { post, etag } = await readPost(connection, postPath, 'cancel the post');
		return isUnscheduled(post) ? { data: post, etag, headers: {} } : undefined;
	};
}

type EffectFinder = (
	item: Item,
	postPath: string,
	purpose: string,
) => ResumableCommand['findForgottenEffect'];

const findOldCancellation: EffectFinder =
	({ connection }, postPath, purpose) =>
	async () =>
		await findPostEffect(connection, postPath, purpose, isUnscheduled);

/** A copy has the text and the accounts of its original. */
const findOldCopy: EffectFinder = (item, postPath, purpose) => {
	const { connection } = item;
	const workspace = workspacePath(item);
	return async () => {
		const { post } = await readPost(connection, postPath, purpose);
		return await findCreatedPost(connection, workspace, post, purpose, firstText(post.id));
	};
};
