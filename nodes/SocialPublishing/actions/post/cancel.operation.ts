import { showsCancellation } from '../../api/phase';
import type { CommandResponse } from '../../commands/command';
import { MAIN_STEP } from '../../commands/key';
import { carryOutOnPost } from '../../commands/commandFromState';
import { postCommandIdentity, postEffect, type PostTarget } from '../../commands/postCommand';
import { reviewPost } from '../../commands/review';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { toOutput } from '../recordOperations';

/** Turns a scheduled post back into a draft. */
export const cancel: Operation = {
	option: {
		name: 'Cancel Schedule',
		value: 'cancel',
		action: 'Cancel post schedule',
		description: 'Cancel the schedule of a post so that it is not published',
	},
	properties: [workspaceLocator, postLocator, optionsCollection(idempotencyOptions)],

	prepare(item) {
		const postPath = readPostPath(item);
		const target = { postPath, idempotency: readIdempotency(item), step: MAIN_STEP };
		return async () => toOutput(await cancelPost(item, target));
	},
};

const PURPOSE = 'cancel the post';

/** Cancels the schedule of a post. The service requires no revision for it. */
export async function cancelPost(
	{ connection, progress }: Item,
	{ postPath, idempotency, step, from }: Omit<PostTarget, 'revision'>,
): Promise<CommandResponse> {
	const reviewed = { purpose: PURPOSE, idempotency };
	const command = {
		...reviewed,
		identity: postCommandIdentity({ postPath, step }, 'cancel', {}),
		request: { method: 'POST', safety: 'keyed' } as const,
		isEdited: progress.isEdited,
		prepare: async () => ({ json: {} }),
		find: postEffect(connection, postPath, PURPOSE, (post) => showsCancellation(post) || undefined),
		review: reviewPost(connection, reviewed, () => postPath, showsCancellation),
	};
	const onPost = { postPath, isDone: showsCancellation, isReversible: true, ...(from && { from }) };
	return await carryOutOnPost(connection, command, onPost);
}
