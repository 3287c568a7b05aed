import type { IDataObject } from 'n8n-workflow';

import { changePost, type RevisionChoice } from '../../api/changePost';
import {
	FINAL_DELIVERY_STATUSES,
	readDestinations,
	readDestinationStatus,
	readPostStatus,
} from '../../api/postRecords';
import { readIdempotency } from '../../properties/idempotency';
import type { Item, Output } from '../../properties/item';
import { readPostPath } from '../../properties/locators';
import { readRevision } from '../../properties/revision';
import type { Schedule } from '../../properties/schedule';
import { type WaitSettings } from '../../properties/waitSettings';
import { readRecord } from '../../shared/json';
import { sendFirstAttemptBody } from '../../transport/firstAttemptBody';
import { idempotencyKey, MAIN_STEP, type IdempotencyMode } from '../../transport/idempotencyKey';
import { toOutput } from '../recordOutput';
import { waitAndOutputPost } from './waitAndOutputPost';

/** A post that a command is for. */
export interface PostTarget {
	postPath: string;
	revision: RevisionChoice;
	idempotency: IdempotencyMode;
	/** Which command of the operation this is, for the idempotency key. */
	step: string;
}

/** The post of the node's fields, and how a command is to be sent to it. */
export function readPostTarget(item: Item): PostTarget {
	return {
		postPath: readPostPath(item),
		revision: readRevision(item),
		idempotency: readIdempotency(item),
		step: MAIN_STEP,
	};
}

/** Publishes a post now. With a wait, the output is the post as it then is; else the service's answer. */
export async function publishPost(
	item: Item,
	target: PostTarget,
	wait: WaitSettings,
): Promise<Output> {
	const { postPath, idempotency, step } = target;
	const path = `${postPath}/publish`;
	const answer = await changePost(item.connection, {
		purpose: 'publish the post',
		method: 'POST',
		path,
		postPath,
		revision: target.revision,
		json: {},
		idempotencyKey: idempotencyKey(idempotency, { path, content: {}, step }),
		showsEffect: isHandedOver,
	});
	if (!wait.isEnabled) return toOutput(answer);
	const record = readRecord(answer.data);
	const post = readDestinations(record).length > 0 ? record : {};
	const known = { post, etag: answer.etag };
	return await waitAndOutputPost(item, { postPath, wasJustPublished: true, known }, wait);
}

/** Gives a post a time to go out, its first or another one. */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	command: 'schedule' | 'reschedule',
): Promise<Output> {
	const { postPath } = target;
	const { connection } = item;
	const { idempotency, step } = target;
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

const HANDED_OVER = new Set(['publishing', 'partial', ...FINAL_DELIVERY_STATUSES]);

/** Any other status does not tell: for a moment, an accepted post may still look like a draft. */
function isHandedOver(post: IDataObject): true | undefined {
	const states = [readPostStatus(post), ...readDestinations(post).map(readDestinationStatus)];
	return states.some((state) => state !== undefined && HANDED_OVER.has(state)) || undefined;
}

/** Services may keep a time without its milliseconds. */
function isSameInstant(actual: unknown, wanted: unknown): boolean {
	if (typeof actual !== 'string' || typeof wanted !== 'string') return false;
	return Math.abs(Date.parse(actual) - Date.parse(wanted)) < 1_000;
}
