import { findCreatedPost } from '../../../api/forgottenEffect';
import { attachFiles } from '../../../media/attachFiles';
import { reasonsForMissing, rememberMissingFiles } from '../../../media/missingFiles';
import type { Item } from '../../../properties/item';
import { firstText, readRecord } from '../../../shared/json';
import { call } from '../../../transport/call';
import { keyed } from '../../../transport/idempotencyKey';
import { sendResumable, type ResumableResponse } from '../../../transport/resumableCommand';
import { checkContent, toPostBody } from '../content/postContent';
import { checkFirst } from './checkFirst';
import type { Creation } from './creation';
import { findEarlierPost } from './findEarlierPost';
import { onceSender, type CreationSender } from './onceSender';
import { recoverCreation } from './recoverCreation';

const PURPOSE = 'create the post';

/** Uploads the files and saves the draft. `isResumed`: an earlier attempt, or another execution, has saved it. */
export async function createDraft(item: Item, creation: Creation): Promise<ResumableResponse> {
	const { workspace, command, idempotency, content, files, followUp, once } = creation;
	const { connection } = item;
	const send: CreationSender = async (json, wasSentBefore, mode = idempotency) =>
		await call(connection, {
			purpose: PURPOSE,
			method: 'POST',
			path: command.path,
			json,
			...keyed(mode, command),
			safety: 'keyed',
			needsRecord: true,
			wasSentBefore,
		});
	const created = await sendResumable(connection, {
		purpose: PURPOSE,
		idempotency,
		identity: command,
		isEdited: item.progress.isEdited,
		makeBody: async () => {
			followUp?.check();
			const body = toPostBody(content, await attachFiles(item, files));
			checkContent(content, reasonsForMissing(files));
			rememberMissingFiles(item, files);
			if (creation.isCheckedFirst) await checkFirst(item, creation, body);
			return body;
		},
		findEarlier: async () => {
			if (once === undefined || !(await once.isBegun())) return undefined;
			return await findEarlierPost(item, once, creation, { isRecent: false });
		},
		findForgottenEffect: async (body) => {
			if (once === undefined) return await findCreatedPost(connection, workspace, body, PURPOSE);
			return (await findEarlierPost(item, once, creation, { isRecent: true })) ?? 'noEffect';
		},
		describeEarlier: (response) => {
			const id = firstText(readRecord(response?.data).id);
			return id === undefined ? '' : `The post ${id} exists. `;
		},
		send: once === undefined ? send : onceSender(item, once, creation, send),
	}).catch(async (error: unknown) => ({
		...(await recoverCreation(item, files, { workspace, idempotency, content }, error)),
		isResumed: true,
	}));
	const id = firstText(readRecord(created.data).id);
	if (id !== undefined) once?.usePost(id);
	return created;
}
