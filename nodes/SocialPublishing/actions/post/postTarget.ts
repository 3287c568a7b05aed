import type { RevisionChoice } from '../../api/changePost';
import { readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { readPostPath } from '../../properties/locators';
import { readRevision } from '../../properties/revision';
import { MAIN_STEP, type IdempotencyMode } from '../../transport/idempotencyKey';

/** The post that a command applies to, and how to send the command. */
export interface PostTarget {
	postPath: string;
	revision: RevisionChoice;
	idempotency: IdempotencyMode;
	/** The post comes from another execution, which may also have sent the command. */
	isTakenOver?: boolean;
	/** Called as soon as the service has accepted the command. */
	onAccepted?: () => Promise<void>;
	/** Distinguishes the commands of one operation in the idempotency key. */
	step: string;
}

/** Reads the target from the node's fields. */
export function readPostTarget(item: Item): PostTarget {
	return {
		postPath: readPostPath(item),
		revision: readRevision(item),
		idempotency: readIdempotency(item),
		step: MAIN_STEP,
	};
}
