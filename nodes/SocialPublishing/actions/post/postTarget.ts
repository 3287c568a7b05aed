import { MAIN_STEP } from '../../commands/key';
import type { PostTarget } from '../../commands/postCommand';
import { readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { readPostPath } from '../../properties/locators';
import { readRevision } from '../../properties/commonFields';

/** Reads the post that a command applies to, and how to send the command, from the node's fields. */
export function readPostTarget(item: Item): PostTarget {
	return {
		postPath: readPostPath(item),
		revision: readRevision(item),
		idempotency: readIdempotency(item),
		step: MAIN_STEP,
	};
}
