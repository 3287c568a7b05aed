import type { IDataObject } from 'n8n-workflow';

import { accountsOf, fingerprint, statesContent } from '../../../api/postContent';
import { readPostIn } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import { carryOut, type Command, type CommandResponse } from '../../../commands/command';
import { deleteSentCommand } from '../../../commands/sentCommands';
import { reviewNewPost } from '../../../commands/review';
import { failureWithoutFiles } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { isRecord, readRecord } from '../../../shared/json';
import type { ServiceResponse } from '../../../transport/types';
import { checkFirst } from '../content/preflight';
import { isOutdatedNow, reviewRepeated, updateDraft, type Origin } from './adoptPost';
import {
	checkTiming,
	contentFingerprint,
	keyOfContent,
	makeBodyWithUploads,
	pathOfPost,
	type Creation,
} from './creation';
import { accountsDetail, fileDetail, itemDetail, sentDetail } from './details';
import { CREATION_PURPOSE, unknownIdFailure } from './failures';
import { findCreated, findCreatedForKey } from './findCreated';
import type { ItemKey } from './itemKey';

/** A draft that was saved: by this attempt or, if the response `isResumed`, by an earlier one or another execution. */
export interface Draft {
	response: CommandResponse;
	origin?: Origin;
}

/**
 * Uploads the files and saves the draft.
 *
 * @param facts recorded together with the creation
 */
export async function createDraft(
	item: Item,
	creation: Creation,
	facts: string[] = [],
): Promise<Draft> {
	const { key, files } = creation;
	try {
		if (key !== undefined) return await createForKey(key, creation, facts);
		const response = await carryOut(item.connection, {
			...creationCommand(item, creation),
			isEdited: item.progress.isEdited,
			find: async (uncertainty) => await findCreated(item, creation, uncertainty),
			review: reviewCreated(item, creation),
		});
		return { response };
	} catch (error) {
		throw await failureWithoutFiles(item, files, error);
	}
}

function creationCommand(item: Item, creation: Creation) {
	const { command, idempotency } = creation;
	return {
		purpose: CREATION_PURPOSE,
		identity: command,
		idempotency,
		request: { method: 'POST', safety: 'keyed', needsRecord: true },
		unwrap: (data: unknown) => (isRecord(data) ? readPostIn(data) : undefined),
		isShared: idempotency.mode !== 'execution',
		prepare: async () => ({ json: await prepareBody(item, creation) }),
		describeEarlier: (response) => {
			const id = readRecordId(response?.data);
			return id === undefined ? '' : `The post ${id} exists. `;
		},
	} satisfies Partial<Command>;
}

async function prepareBody(item: Item, creation: Creation): Promise<IDataObject> {
	const { content, followUp } = creation;
	checkTiming(followUp);
	if (followUp !== undefined && 'slot' in followUp) {
		await followUp.slot.reserve(accountsOf(content));
	}
	const body = await makeBodyWithUploads(item, creation);
	if (creation.isCheckedFirst) await checkFirst(item, creation, body);
	return body;
}

/** The command after the creation has its own review. */
function reviewCreated({ connection }: Item, creation: Creation): Command['review'] {
	const pathOf = ({ data }: ServiceResponse) => pathOfPost(creation, readRecord(data));
	const { idempotency, followUp } = creation;
	const created = { purpose: CREATION_PURPOSE, idempotency };
	return reviewNewPost(connection, created, pathOf, followUp !== undefined);
}

/** What is sent for the item is recorded beyond the execution, and the service's key belongs to the content. */
async function createForKey(key: ItemKey, creation: Creation, facts: string[]): Promise<Draft> {
	const { item } = key;
	const { command: identity, idempotency } = creation;
	const found: { origin?: Origin } = {};
	const response = await carryOut(item.connection, {
		...creationCommand(item, creation),
		isEdited: item.progress.isEdited && !key.isInSync,
		// The post of a row has just been looked for.
		mayBeBegun: async () => !key.isInSync && (await key.isBegun()),
		ledger: {
			begin: async () => await beginKey(key, creation, facts),
			erase: async () => await key.erase(),
		},
		find: async (uncertainty) => {
			const { origin, ...finding } = await findCreatedForKey(key, creation, uncertainty);
			found.origin = origin;
			return finding;
		},
		otherKey: (repeated) => keyOfContent(creation, readRecordId(repeated?.data)),
		review: async (repeated) => {
			const { origin, review } = await reviewRepeated(key, creation, repeated);
			found.origin = origin ?? found.origin;
			return review;
		},
	});
	const { origin } = found;
	const draft = { response, origin };
	if (origin?.is === 'elsewhere') {
		deleteSentCommand(item.connection, { identity, idempotency });
		await key.erase();
		return draft;
	}
	const post = readRecord(response.data);
	const isOurs = !response.isResumed && origin === undefined && !key.isInSync;
	const id = readRecordId(post);
	// Nothing is recorded, so the next run looks for the post.
	if (id === undefined && (key.isInSync || creation.followUp)) throw unknownIdFailure(response);
	await key.recordPost(id, {
		...(isOurs && statesContent(post) && { content: fingerprint(post) }),
		// One call of n8n's store less than one for each.
		isLeaving: isOurs && id !== undefined && creation.followUp !== undefined,
	});
	const isOutdated =
		origin?.is === 'earlierRun'
			? origin.isOutdated
			: response.isResumed && (await isOutdatedNow(key, creation, post));
	if (isOutdated) return { ...draft, response: await updateDraft(key, creation, response) };
	// What an earlier run has sent no longer counts.
	const isCreated = !response.isResumed && !key.isInSync;
	if (isCreated && (key.wasBegun || (await key.wasDeleted())))
		await key.recordUpdate(identity.content);
	return draft;
}

/** Records an item before its post is created. Only rows have facts. */
async function beginKey(key: ItemKey, creation: Creation, facts: string[]): Promise<void> {
	const sent = sentDetail(contentFingerprint(creation));
	const accounts = accountsDetail(accountsOf(creation.content));
	if (!key.isInSync) {
		return await key.begin([itemDetail(creation.command.content), sent], [accounts]);
	}
	const files = creation.files.flatMap(({ mediaId }) => mediaId ?? []).map(fileDetail);
	await key.begin(facts, [sent, accounts, ...files]);
}
