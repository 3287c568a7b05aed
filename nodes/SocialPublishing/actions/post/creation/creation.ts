import type { IDataObject } from 'n8n-workflow';

import type { CommandIdentity, IdempotencyMode } from '../../../commands/key';
import type { Attachment } from '../../../media/attachment';
import { toPostBody, type PostContent } from '../content/postContent';
import type { FollowUp } from './followUp';
import type { OnceKey } from './onceKey';

/** A post to save as a draft. Its fields have been read and checked. */
export interface Creation {
	workspace: string;
	command: CommandIdentity;
	idempotency: IdempotencyMode;
	/** Set if the item is posted once, for good. */
	once: OnceKey | undefined;
	content: PostContent;
	/** Its links are tagged, which is no part of the key. */
	hasTags: boolean;
	files: Attachment[];
	followUp: FollowUp | undefined;
	/** The service is asked whether the post can be published before the draft is made. */
	isCheckedFirst: boolean;
}

/** The body with a stand-in for the media ID of each file: another run has uploaded the files under IDs of its own. */
export function bodyWithStandIns({ content, files }: Creation): IDataObject {
	const names = files.map(({ file, missing }) => (missing === undefined ? file : undefined));
	return toPostBody(content, names);
}
