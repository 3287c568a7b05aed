import { carryOut, type CommandResponse } from '../../../commands/command';
import { postEffect } from '../../../commands/postCommand';
import { attemptOf, type Item } from '../../../properties/item';
import { firstText, readRecord } from '../../../shared/json';
import { path } from '../../../transport/address';
import { containsChange } from '../content/containsChange';
import { attachedBody, contentOf } from './attachedBody';
import type { Creation } from './creation';
import { revisionOf, withDraft } from './draft';
import type { OnceKey } from './onceKey';

const UPDATE_PURPOSE = 'update the post';

/** Changes the post that an earlier run has made of the item to what the item is now. */
export async function updateDraft(
	item: Item,
	creation: Creation,
	once: OnceKey,
	created: CommandResponse,
): Promise<CommandResponse> {
	const { connection } = item;
	const { command } = creation;
	const post = readRecord(created.data);
	const postPath = `${command.path}${path(firstText(post.id) ?? '')}`;
	const { scope, isEdited } = attemptOf(item);
	const { data, ...response } = await carryOut(connection, {
		purpose: UPDATE_PURPOSE,
		identity: { path: postPath, content: command.content, step: 'update' },
		idempotency: { mode: 'none', scope },
		request: { method: 'PATCH', safety: 'idempotent' },
		isEdited,
		prepare: async () => ({
			json: await attachedBody(item, creation),
			revision: { postPath, choice: revisionOf(created) },
		}),
		ledger: {
			begin: async () => await once.noteChange(command.content, contentOf(creation)),
			// The post is still the one of the key.
			erase: async () => undefined,
		},
		find: postEffect(
			connection,
			postPath,
			UPDATE_PURPOSE,
			(current, sent = {}) => containsChange(current, sent) || undefined,
		),
	}).catch((error: unknown) => {
		throw withDraft(error, created);
	});
	return { ...response, data: { ...post, ...readRecord(data) }, isResumed: true };
}
