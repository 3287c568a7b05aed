import type { IDataObject } from 'n8n-workflow';

import { fingerprint, readPostIfExists } from '../../../api/findPosts';
import { describeRemaining, removeFiles } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import type { OnceKey } from '../../../properties/once/onceRun';
import { clock } from '../../../shared/clock';
import { ServiceFailure } from '../../../shared/failure';
import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import { path } from '../../../transport/address';
import { mayHaveTakenEffect, RefusedFailure } from '../../../transport/errors';
import type { IdempotencyMode } from '../../../transport/idempotencyKey';
import { CONFLICT_DELAYS_MS } from '../../../transport/retry';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody } from '../content/postContent';
import { addHint } from '../waitAndOutputPost';
import type { Creation } from './creation';
import { findEarlierPost, LOOKUP_PURPOSE } from './findEarlierPost';

export type CreationSender = (
	body: IDataObject,
	wasSentBefore: boolean,
	idempotency?: IdempotencyMode,
) => Promise<ServiceResponse>;

/** Another execution has posted the item during this run. */
export class PostedElsewhere extends Error {}

/**
 * Sends the creation of a post whose key is posted once. If the service knows the idempotency key with another body,
 * such as one with another upload of the same file, the post that exists is the result. If none exists, the creation is
 * sent with a key that belongs to this content alone.
 *
 * @throws PostedElsewhere if the item is to be left out
 */
export function onceSender(
	item: Item,
	once: OnceKey,
	creation: Creation,
	send: CreationSender,
): CreationSender {
	return async (body, wasSentBefore) => {
		await once.begin(fingerprint(toPostBody(creation.content, [])));
		for (const idempotency of [creation.idempotency, keyOfContent(creation)]) {
			const response = await send(body, wasSentBefore, idempotency).catch((error: unknown) => {
				if (error instanceof RefusedFailure && error.conflict !== undefined) return error;
				if (!mayHaveTakenEffect(error)) once.abandon();
				throw error;
			});
			if (!(response instanceof RefusedFailure)) {
				if (!(await isDeleted(item, once, creation, response))) return response;
				continue;
			}
			const found = await findPosted(item, once, creation, response.conflict);
			if (found !== undefined) await removeUploads(item, creation);
			if (found === 'done') throw new PostedElsewhere();
			if (found !== undefined) return found;
			// The first command may still be under way.
			if (response.conflict !== 'changedInput') break;
		}
		throw new ServiceFailure(
			'Could not create the post: the item seems to be posted by another execution',
			'The service knows the idempotency key of the item, but no post has its text and accounts yet. Nothing was sent twice. The next run looks again.',
		);
	};
}

/** Another execution may be creating the post just now, with uploads of its own: that takes as long as any command. */
const LOOK_DELAYS_MS = [0, ...CONFLICT_DELAYS_MS.running];

/** What another execution has posted for the key: its post, or only that it is done. Undefined if there is nothing. */
async function findPosted(
	item: Item,
	once: OnceKey,
	creation: Creation,
	conflict: RefusedFailure['conflict'],
): Promise<ServiceResponse | 'done' | undefined> {
	// Any other conflict has been waited for.
	const delaysMs = conflict === 'changedInput' ? LOOK_DELAYS_MS : [0];
	for (const delayMs of delaysMs) {
		await clock.wait(delayMs, item.connection.signal);
		const found = await findEarlierPost(item, once, creation, { isRecent: true });
		if (found !== undefined) return found;
		if (await once.isDoneByNow()) return 'done';
	}
	return undefined;
}

/** The service may repeat what it answered before the post of an earlier run was deleted. */
async function isDeleted(
	{ connection }: Item,
	once: OnceKey,
	{ command }: Creation,
	{ data }: ServiceResponse,
): Promise<boolean> {
	const id = firstText(readRecord(data).id);
	if (id === undefined || !(await once.isBegun())) return false;
	const postPath = `${command.path}${path(id)}`;
	return (await readPostIfExists(connection, postPath, LOOKUP_PURPOSE)) === undefined;
}

function keyOfContent({ idempotency, content }: Creation): IdempotencyMode {
	if (idempotency.mode !== 'once') return idempotency;
	const identity = [...idempotency.identity, canonicalJson(toPostBody(content, []))];
	return { ...idempotency, identity };
}

/** The post exists with its own files, so those that were uploaded for it now are removed. */
async function removeUploads(item: Item, { files }: Creation): Promise<void> {
	const remaining = await removeFiles(item, files);
	if (remaining.length > 0) {
		addHint(item, `The post existed with the same files. ${describeRemaining(remaining)}`);
	}
}
