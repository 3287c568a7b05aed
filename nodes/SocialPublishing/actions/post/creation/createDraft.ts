import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../api/postContent';
import { readPostIfExists } from '../../../api/posts';
import { carryOut, type Command, type CommandResponse } from '../../../commands/command';
import type { IdempotencyMode } from '../../../commands/key';
import { reviewPost } from '../../../commands/review';
import { attachFiles } from '../../../media/attachFiles';
import { failureWithoutFiles } from '../../../media/attachment';
import { reasonsForMissing, rememberMissingFiles } from '../../../media/missingFiles';
import type { Item } from '../../../properties/item';
import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { ServiceResponse } from '../../../transport/types';
import { checkContent, toPostBody } from '../content/postContent';
import { checkFirst } from './checkFirst';
import type { Creation } from './creation';
import { findCreated } from './findCreated';
import type { OnceKey } from './onceRun';
import { CREATION_PURPOSE } from './purpose';

/** Uploads the files and saves the draft. `isResumed`: an earlier attempt, or another execution, has saved it. */
export async function createDraft(item: Item, creation: Creation): Promise<CommandResponse> {
	const { command, idempotency, files, once } = creation;
	const created = await carryOut(item.connection, {
		purpose: CREATION_PURPOSE,
		identity: command,
		idempotency,
		request: { method: 'POST', safety: 'keyed', needsRecord: true },
		isEdited: item.progress.isEdited,
		isShared: idempotency.mode !== 'execution',
		prepare: async () => ({ json: await prepareBody(item, creation) }),
		find: async (doubt) => await findCreated(item, creation, doubt),
		// What follows the creation is reviewed by itself.
		review: creation.followUp === undefined ? reviewCreated(item, creation) : undefined,
		describeEarlier: (response) => {
			const id = firstText(readRecord(response?.data).id);
			return id === undefined ? '' : `The post ${id} exists. `;
		},
		...(once && onceCommand(item, creation, once)),
	}).catch(async (error: unknown) => {
		throw await failureWithoutFiles(item, files, error);
	});
	const id = firstText(readRecord(created.data).id);
	if (id !== undefined) once?.usePost(id);
	return created;
}

async function prepareBody(item: Item, creation: Creation): Promise<IDataObject> {
	const { content, files, followUp } = creation;
	followUp?.check();
	const body = toPostBody(content, await attachFiles(item, files));
	checkContent(content, reasonsForMissing(files));
	rememberMissingFiles(item, files);
	if (creation.isCheckedFirst) await checkFirst(item, creation, body);
	return body;
}

/** What an item that is posted once adds: a note that outlives the execution, and a key that belongs to its content. */
function onceCommand(item: Item, creation: Creation, once: OnceKey): Partial<Command> {
	return {
		mayBeBegun: async () => await once.isBegun(),
		ledger: {
			begin: async () => await once.begin(fingerprint(toPostBody(creation.content, []))),
			erase: () => once.erase(),
		},
		otherKey: keyOfContent(creation),
		review: async ({ data }) => {
			const isOutdated =
				(await once.isBegun()) && (await isDeleted(item, creation, readRecord(data)));
			return { is: isOutdated ? 'outdated' : 'unclear' };
		},
	};
}

function keyOfContent({ idempotency, content }: Creation): IdempotencyMode {
	if (idempotency.mode !== 'once') return idempotency;
	const identity = [...idempotency.identity, canonicalJson(toPostBody(content, []))];
	return { ...idempotency, identity };
}

/** Whatever has been made of the post since, it is there. */
function reviewCreated({ connection }: Item, { command, idempotency }: Creation) {
	const pathOf = ({ data }: ServiceResponse) => pathOfPost(command.path, readRecord(data));
	return reviewPost(connection, { purpose: CREATION_PURPOSE, idempotency }, pathOf, () => true);
}

function pathOfPost(postsPath: string, { id }: IDataObject): string | undefined {
	const text = firstText(id);
	return text === undefined ? undefined : `${postsPath}${path(text)}`;
}

/** The service may repeat what it answered before the post of an earlier run was deleted. */
async function isDeleted(
	{ connection }: Item,
	{ command }: Creation,
	post: IDataObject,
): Promise<boolean> {
	const postPath = pathOfPost(command.path, post);
	if (postPath === undefined) return false;
	return (await readPostIfExists(connection, postPath, CREATION_PURPOSE)) === undefined;
}
