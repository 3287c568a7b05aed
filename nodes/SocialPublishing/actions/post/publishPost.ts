import type { IDataObject } from 'n8n-workflow';

import { changePost } from '../../api/changePost';
import {
	FINAL_DELIVERY_STATUSES,
	readDestinations,
	readDestinationStatus,
	readPostStatus,
} from '../../api/postRecords';
import type { Item, Output } from '../../properties/item';
import type { WaitSettings } from '../../properties/waitSettings';
import { readRecord } from '../../shared/json';
import { idempotencyKey } from '../../transport/idempotencyKey';
import { toOutput } from '../recordOutput';
import type { PostTarget } from './postTarget';
import { waitAndOutputPost } from './waitAndOutputPost';

/** Publishes a post now. Returns the service's response or, with a wait, the post after the wait. */
export async function publishPost(
	item: Item,
	target: PostTarget,
	wait: WaitSettings,
): Promise<Output> {
	const { postPath, idempotency, step } = target;
	const path = `${postPath}/publish`;
	const response = await changePost(item.connection, {
		purpose: 'publish the post',
		method: 'POST',
		path,
		postPath,
		revision: target.revision,
		json: {},
		idempotencyKey: idempotencyKey(idempotency, { path, content: {}, step }),
		showsEffect: isHandedOver,
	});
	if (!wait.isEnabled) return toOutput(response);
	const record = readRecord(response.data);
	const post = readDestinations(record).length > 0 ? record : {};
	const known = { post, etag: response.etag };
	return await waitAndOutputPost(item, { postPath, wasJustPublished: true, known }, wait);
}

const HANDED_OVER = new Set(['publishing', 'partial', ...FINAL_DELIVERY_STATUSES]);

/** Any other status is inconclusive: for a moment, an accepted post may still look like a draft. */
function isHandedOver(post: IDataObject): true | undefined {
	const states = [readPostStatus(post), ...readDestinations(post).map(readDestinationStatus)];
	return states.some((state) => state !== undefined && HANDED_OVER.has(state)) || undefined;
}
