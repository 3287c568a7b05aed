import type { IDataObject } from 'n8n-workflow';

import { changePost } from '../../api/changePost';
import { readPostStatus } from '../../api/postRecords';
import type { Item, Output } from '../../properties/item';
import type { Schedule } from '../../properties/schedule';
import { sendFirstAttemptBody } from '../../transport/firstAttemptBody';
import { idempotencyKey } from '../../transport/idempotencyKey';
import { toOutput } from '../recordOutput';
import type { PostTarget } from './postTarget';

/** Sets the time at which a post goes out, for the first time or again. */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	command: 'schedule' | 'reschedule',
): Promise<Output> {
	const { connection } = item;
	const { postPath, idempotency, step } = target;
	const path = `${postPath}/${command}`;
	const identity = { path, content: { ...schedule }, step };
	const send = async (json: IDataObject) =>
		await changePost(connection, {
			purpose: `${command} the post`,
			method: command === 'schedule' ? 'POST' : 'PATCH',
			path,
			postPath,
			revision: target.revision,
			json,
			idempotencyKey: idempotencyKey(idempotency, identity),
			showsEffect: (post) => {
				if (post.scheduled_at !== undefined) {
					return isSameInstant(post.scheduled_at, json.scheduled_at);
				}
				const isScheduled = readPostStatus(post) === 'scheduled';
				return command === 'schedule' ? isScheduled : undefined;
			},
		});
	return toOutput(
		await sendFirstAttemptBody(connection, idempotency, identity, identity.content, send),
	);
}

/** Services may store a time without its milliseconds. */
function isSameInstant(actual: unknown, requested: unknown): boolean {
	if (typeof actual !== 'string' || typeof requested !== 'string') return false;
	return Math.abs(Date.parse(actual) - Date.parse(requested)) < 1_000;
}
