import type { CommandIdentity, IdempotencyMode } from '../../../commands/key';
import type { Attachment } from '../../../media/attachment';
import type { PostContent } from '../content/postContent';
import type { FollowUp } from './followUp';
import type { OnceKey } from './onceRun';

/** A post to save as a draft. Its fields have been read and checked. */
export interface Creation {
	workspace: string;
	command: CommandIdentity;
	idempotency: IdempotencyMode;
	/** Set if the item is posted once, for good. */
	once: OnceKey | undefined;
	content: PostContent;
	files: Attachment[];
	followUp: FollowUp | undefined;
	/** The service is asked whether the post can be published before the draft is made. */
	isCheckedFirst: boolean;
}
