import { isUnscheduled, staysUnscheduled } from '../../api/postLifecycle';
import type { CommandResponse } from '../../commands/command';
import { carryOutOnPost } from '../../commands/onPost';
import { postCommandIdentity, postEffect, type PostTarget } from '../../commands/postCommand';
import { reviewPost } from '../../commands/review';
import type { Item } from '../../properties/item';

const PURPOSE = 'cancel the post';

/** Makes a draft of a scheduled post again. The service takes no revision for it. */
export async function cancelPost(
	{ connection, progress }: Item,
	{ postPath, idempotency, step, from }: Omit<PostTarget, 'revision'>,
): Promise<CommandResponse> {
	const answered = { purpose: PURPOSE, idempotency };
	const command = {
		...answered,
		identity: postCommandIdentity({ postPath, step }, 'cancel', {}),
		request: { method: 'POST', safety: 'keyed' } as const,
		isEdited: progress.isEdited,
		prepare: async () => ({ json: {} }),
		find: postEffect(connection, postPath, PURPOSE, (post) => isUnscheduled(post) || undefined),
		review: reviewPost(connection, answered, () => postPath, staysUnscheduled),
	};
	const onPost = { postPath, isDone: isUnscheduled, isReversible: true, ...(from && { from }) };
	return await carryOutOnPost(connection, command, onPost);
}
