import type { IDataObject } from 'n8n-workflow';

import { changePost } from '../../api/changePost';
import { findPostEffect } from '../../api/forgottenEffect';
import { readPostStatus } from '../../api/postRecords';
import type { Item, Output } from '../../properties/item';
import type { Schedule } from '../../properties/schedule';
import { keyed } from '../../transport/idempotencyKey';
import { sendResumable } from '../../transport/resumableCommand';
import { toOutput } from '../recordOutput';
import type { PostTarget } from './postTarget';

/** Sets the time at which a post goes out, for the first time or again. */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	command: 'schedule' | 'reschedule',
): Promise<Output> {
	const { connection, progress } = item;
	const { postPath, idempotency, step } = target;
	const purpose = `${command} the post`;
	const path = `${postPath}/${command}`;
	const identity = { path, content: { ...schedule }, step };
	const showsEffect = (body: IDataObject) => (post: IDataObject) => {
		if (post.scheduled_at !== undefined) {
			return isSameInstant(post.scheduled_at, body.scheduled_at);
		}
		const isScheduled = readPostStatus(post) === 'scheduled';
		return command === 'schedule' ? isScheduled : undefined;
	};
	const response = await sendResumable(connection, {
		purpose,
		idempotency,
		identity,
		isEdited: progress.isEdited,
		makeBody: async () => ({ ...schedule }),
		findForgottenEffect: async (body) =>
			await findPostEffect(connection, postPath, purpose, showsEffect(body)),
		send: async (json) =>
			await changePost(connection, {
				purpose,
				method: command === 'schedule' ? 'POST' : 'PATCH',
				path,
				postPath,
				revision: target.revision,
				scope: idempotency.scope,
				json,
				...keyed(idempotency, identity),
				showsEffect: showsEffect(json),
			}),
	});
	return toOutput(response);
}

/** Services may store a time without its milliseconds. */
function isSameInstant(actual: unknown, requested: unknown): boolean {
	if (typeof actual !== 'string' || typeof requested !== 'string') return false;
	return Math.abs(Date.parse(actual) - Date.parse(requested)) < 1_000;
}
