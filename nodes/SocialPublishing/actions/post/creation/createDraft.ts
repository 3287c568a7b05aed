import { findCreatedPost } from '../../../api/forgottenEffect';
import { attachFiles } from '../../../media/attachFiles';
import type { Attachment } from '../../../media/attachment';
import { reasonsForMissing, rememberMissingFiles } from '../../../media/missingFiles';
import type { Item } from '../../../properties/item';
import { firstText, readRecord } from '../../../shared/json';
import { call } from '../../../transport/call';
import {
	keyed,
	type CommandIdentity,
	type IdempotencyMode,
} from '../../../transport/idempotencyKey';
import { sendResumable, type ResumableResponse } from '../../../transport/resumableCommand';
import { checkContent, toPostBody, type PostContent } from '../content/postContent';
import type { FollowUp } from './followUp';
import { checkFirst } from './checkFirst';
import { recoverCreation } from './recoverCreation';

/** A post to save as a draft. Its fields have been read and checked. */
export interface Creation {
	workspace: string;
	command: CommandIdentity;
	idempotency: IdempotencyMode;
	content: PostContent;
	files: Attachment[];
	followUp: FollowUp | undefined;
	/** The service is asked whether the post can be published before the draft is made. */
	isCheckedFirst: boolean;
}

const PURPOSE = 'create the post';

/** Uploads the files and saves the draft. `isResumed`: an earlier attempt, or another execution, has saved it. */
export async function createDraft(item: Item, creation: Creation): Promise<ResumableResponse> {
	const { workspace, command, idempotency, content, files, followUp } = creation;
	const { connection } = item;
	return await sendResumable(connection, {
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
		findForgottenEffect: async (body) =>
			await findCreatedPost(connection, workspace, body, PURPOSE),
		describeEarlier: (response) => {
			const id = firstText(readRecord(response?.data).id);
			return id === undefined ? '' : `The post ${id} exists. `;
		},
		send: async (json, wasSentBefore) =>
			await call(connection, {
				purpose: PURPOSE,
				method: 'POST',
				path: command.path,
				json,
				...keyed(idempotency, command),
				safety: 'keyed',
				needsRecord: true,
				wasSentBefore,
			}),
	}).catch(async (error: unknown) => ({
		...(await recoverCreation(item, files, { workspace, idempotency, content }, error)),
		isResumed: true,
	}));
}
