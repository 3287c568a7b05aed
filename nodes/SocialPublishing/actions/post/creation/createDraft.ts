import type { IDataObject } from 'n8n-workflow';

import { accountsOf, fingerprint, statesContent } from '../../../api/postContent';
import { readUntil, readPostIfExists, toResponse, withId } from '../../../api/posts';
import { carryOut, type Command, type CommandResponse } from '../../../commands/command';
import type { IdempotencyMode } from '../../../commands/key';
import { postEffect } from '../../../commands/postCommand';
import { isAsMade, reviewNewPost, type Review } from '../../../commands/review';
import { failureWithoutFiles } from '../../../media/attachment';
import { attemptOf, type Item } from '../../../properties/item';
import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody } from '../content/postContent';
import { showsChange } from '../update.operation';
import { adoptPost, compareItem } from './adoptPost';
import { checkFirst } from './checkFirst';
import {
	makeBodyWithUploads,
	CREATION_PURPOSE,
	contentFingerprint,
	revisionOfDraft,
	withDraft,
	type Creation,
} from './creation';
import { findCreated } from './findCreated';
import type { OnceKey } from './onceKey';

/** Uploads the files and saves the draft. `isResumed`: an earlier attempt, or another execution, has saved it. */
export async function createDraft(item: Item, creation: Creation): Promise<CommandResponse> {
	const { command, idempotency, files, once } = creation;
	try {
		const created = await carryOut(item.connection, {
			purpose: CREATION_PURPOSE,
			identity: command,
			idempotency,
			request: { method: 'POST', safety: 'keyed', needsRecord: true },
			isEdited: item.progress.isEdited && !once?.isKeptInSync,
			isShared: idempotency.mode !== 'execution',
			prepare: async () => ({ json: await prepareBody(item, creation) }),
			find: async (uncertainty) => await findCreated(item, creation, uncertainty),
			review: reviewCreated(item, creation),
			describeEarlier: (response) => {
				const id = firstText(readRecord(response?.data).id);
				return id === undefined ? '' : `The post ${id} exists. `;
			},
			...(once && onceCommand(item, creation, once)),
		});
		if (once === undefined) return created;
		const isOurs = !created.isResumed && !once.isAdopted;
		await recordPost(once, readRecord(created.data), isOurs);
		if (created.isResumed && !once.isAdopted) await compareAgain(item, creation, once, created);
		return once.isOutdated ? await updateDraft(item, creation, once, created) : created;
	} catch (error) {
		throw await failureWithoutFiles(item, files, error);
	}
}

/** An earlier attempt may have failed before or while it updated the post to the item. */
async function compareAgain(
	{ connection }: Item,
	creation: Creation,
	once: OnceKey,
	{ data }: CommandResponse,
): Promise<void> {
	const postPath = pathOfPost(creation.command.path, readRecord(data));
	if (postPath === undefined || once.isKeptInSync) return;
	const state = await readPostIfExists(connection, postPath, CREATION_PURPOSE);
	const failure = state && (await compareItem(creation, once, state.post));
	if (failure !== undefined) throw failure;
}

/** @param isOurs nobody else can have changed the post */
async function recordPost(once: OnceKey, post: IDataObject, isOurs: boolean): Promise<void> {
	const content = isOurs && statesContent(post) ? fingerprint(post) : undefined;
	await once.recordPost(firstText(post.id), content);
}

async function prepareBody(item: Item, creation: Creation): Promise<IDataObject> {
	creation.followUp?.check();
	await creation.followUp?.reserve?.(accountsOf(creation.content));
	const body = await makeBodyWithUploads(item, creation);
	if (creation.isCheckedFirst) await checkFirst(item, creation, body);
	return body;
}

/** For an item that is posted once: a record that outlives the execution, and a key that belongs to the content. */
function onceCommand(item: Item, creation: Creation, once: OnceKey): Partial<Command> {
	return {
		mayBeBegun: async () => await once.isBegun(),
		ledger: {
			begin: async () =>
				await once.begin({
					item: creation.command.content,
					content: contentFingerprint(creation),
					accountIds: accountsOf(creation.content),
					mediaIds: creation.files.flatMap(({ mediaId = [] }) => mediaId),
				}),
			erase: async () => await once.erase(),
		},
		otherKey: (repeated) => keyOfContent(creation, firstText(readRecord(repeated?.data).id)),
		review: async (response) => await reviewRepeated(item, creation, once, response),
	};
}

/** @param deletedId the post that was created with the key before */
function keyOfContent(
	{ idempotency, content }: Creation,
	deletedId: string | undefined,
): IdempotencyMode {
	if (idempotency.mode !== 'once') return idempotency;
	const parts = [canonicalJson(toPostBody(content, [])), ...(deletedId ? [deletedId] : [])];
	return { ...idempotency, identity: [...idempotency.identity, ...parts] };
}

/** The command after the creation has its own review. */
function reviewCreated({ connection }: Item, { command, idempotency, followUp }: Creation) {
	const pathOf = ({ data }: ServiceResponse) => pathOfPost(command.path, readRecord(data));
	const created = { purpose: CREATION_PURPOSE, idempotency };
	return reviewNewPost(connection, created, pathOf, followUp !== undefined);
}

function pathOfPost(postsPath: string, { id }: IDataObject): string | undefined {
	const text = firstText(id);
	return text === undefined ? undefined : `${postsPath}${path(text)}`;
}

/** The service may repeat its response to an earlier run. Since then, somebody may have edited or deleted the post. */
async function reviewRepeated(
	{ connection }: Item,
	creation: Creation,
	once: OnceKey,
	{ data }: ServiceResponse,
): Promise<Review> {
	const postPath = pathOfPost(creation.command.path, readRecord(data));
	const isBegun = await once.isBegun();
	if (postPath === undefined || !(isBegun || once.isKeptInSync)) return { is: 'unclear' };
	if (firstText(readRecord(data).id) === once.deletedPostId) return { is: 'outdated' };
	const read = async () => await readPostIfExists(connection, postPath, CREATION_PURPOSE);
	// A new post may be missing at first. If an earlier run has created the post, a missing post has been deleted.
	const state = await readUntil(connection, read, (found) => found !== undefined || isBegun);
	if (state === undefined) return { is: 'outdated' };
	if (!once.isKeptInSync) {
		const failure = await adoptPost(creation, once, state.post);
		if (failure !== undefined) throw failure;
	} else {
		once.wasChangedAtOnce = !isAsMade(readRecord(data), state.post);
	}
	const post = withId(state.post, readRecord(data).id);
	return { is: 'shown', response: toResponse({ ...state, post }) };
}

const UPDATE_PURPOSE = 'update the post';

/** Updates the post that an earlier run has created for the item to the current item. */
async function updateDraft(
	item: Item,
	creation: Creation,
	once: OnceKey,
	created: CommandResponse,
): Promise<CommandResponse> {
	const { connection } = item;
	const { command } = creation;
	const post = readRecord(created.data);
	const postPath = `${command.path}${path(firstText(post.id) ?? '')}`;
	const { scope, isEdited } = attemptOf(item);
	const { data, ...response } = await carryOut(connection, {
		purpose: UPDATE_PURPOSE,
		identity: { path: postPath, content: command.content, step: 'update' },
		idempotency: { mode: 'none', scope },
		request: { method: 'PATCH', safety: 'idempotent' },
		isEdited,
		prepare: async () => ({
			json: await makeBodyWithUploads(item, creation),
			revision: { postPath, choice: revisionOfDraft(created) },
		}),
		ledger: {
			begin: async () => await once.recordChange(command.content, contentFingerprint(creation)),
			// The post still belongs to the key.
			erase: async () => undefined,
		},
		find: postEffect(connection, postPath, UPDATE_PURPOSE, showsChange),
	}).catch((error: unknown) => {
		throw withDraft(error, created);
	});
	return { ...response, data: { ...post, ...readRecord(data) }, isResumed: true };
}
