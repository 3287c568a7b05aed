import type { CommandResponse } from '../../commands/command';
import { MAIN_STEP } from '../../commands/key';
import { sendPostCommand, type PostTarget } from '../../commands/postCommand';
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

/** Cancels the schedule of a post. The service requires no revision for it. */
export async function cancelPost(
	{ connection, progress }: Item,
	target: Omit<PostTarget, 'revision'>,
): Promise<CommandResponse> {
	const withoutRevision = { ...target, revision: undefined };
	const command = { name: 'cancel', isEdited: progress.isEdited } as const;
	return await sendPostCommand(connection, withoutRevision, command);
}
