import { readPost } from '../../api/posts';
import { readRecordId } from '../../api/readings/record';
import type { Command } from '../../commands/command';
import { toOutput } from '../recordOperations';
import { carryOutCopy } from '../../commands/commandFromState';
import { postCommandIdentity } from '../../commands/postCommand';
import { reviewNewPost } from '../../commands/review';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import {
	postLocator,
	readPostPath,
	workspaceLocator,
	workspacePath,
} from '../../properties/locators';
import { UNDECIDED } from '../../transport/finding';
import type { ServiceResponse } from '../../transport/types';
import type { Operation } from '../operation';
import { toFinding, type PostSearch } from './publishing/search';
import { findForgottenPost } from './publishing/twoReadings';

const PURPOSE = 'duplicate the post';

export const duplicate: Operation = {
	option: {
		name: 'Duplicate',
		value: 'duplicate',
		action: 'Duplicate post',
		description: 'Create a new draft with the same content',
	},
	properties: [workspaceLocator, postLocator, optionsCollection(idempotencyOptions)],

	prepare(item) {
		const { connection, progress } = item;
		const postPath = readPostPath(item);
		const reviewed = { purpose: PURPOSE, idempotency: readIdempotency(item) };
		const pathOf = (response: ServiceResponse) => pathOfCopy(item, response);
		const command: Command = {
			...reviewed,
			identity: postCommandIdentity({ postPath }, 'duplicate', {}),
			request: { method: 'POST', safety: 'keyed', needsRecord: true },
			isEdited: progress.isEdited,
			prepare: async () => ({ json: {} }),
			find: findCopy(item, postPath),
			review: reviewNewPost(connection, reviewed, pathOf, false),
		};
		return async () => toOutput(await carryOutCopy(connection, command, postPath));
	},
};

function pathOfCopy(item: Item, { data }: ServiceResponse): string | undefined {
	const id = readRecordId(data);
	return id === undefined ? undefined : workspacePath(item, 'posts', id);
}

/** A copy has the text and the accounts of its original. */
function findCopy(item: Item, postPath: string): Command['find'] {
	const { connection } = item;
	return async (uncertainty) => {
		if (uncertainty.why !== 'forgotten') return UNDECIDED;
		const { post } = await readPost(connection, postPath, PURPOSE);
		const originalId = readRecordId(post);
		const search: PostSearch = {
			connection,
			workspacePath: workspacePath(item),
			purpose: PURPOSE,
			content: post,
			withoutOthers: async (posts) => posts.filter((each) => readRecordId(each) !== originalId),
		};
		return toFinding(await findForgottenPost(search, uncertainty.sentAtMs));
	};
}
