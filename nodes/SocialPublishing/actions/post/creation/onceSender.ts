import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../api/findPosts';
import { describeRemaining, removeFiles } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import type { OnceKey } from '../../../properties/once/onceRun';
import { ServiceFailure } from '../../../shared/failure';
import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import { path } from '../../../transport/address';
import { mayHaveTakenEffect, RefusedFailure } from '../../../transport/errors';
import type { IdempotencyMode } from '../../../transport/idempotencyKey';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody } from '../content/postContent';
import { addHint } from '../waitAndOutputPost';
import type { Creation } from './creation';
import { findEarlierPost, readPostIfExists } from './findEarlierPost';

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
			const found = await findEarlierPost(item, once, creation, { isRecent: true });
			const isDone = found === undefined && (await once.isDoneByNow());
			if (found !== undefined || isDone) await removeUploads(item, creation);
			if (found !== undefined) return found;
			if (isDone) throw new PostedElsewhere();
			// The first command may still be under way.
			if (response.conflict !== 'changedInput') break;
		}
		throw new ServiceFailure(
			'Could not create the post: the item seems to be posted by another execution',
			'The service knows the idempotency key of the item, but no post has its text and accounts yet. Nothing was sent twice. The next run looks again.',
		);
	};
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
	return (await readPostIfExists(connection, `${command.path}${path(id)}`)) === undefined;
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
