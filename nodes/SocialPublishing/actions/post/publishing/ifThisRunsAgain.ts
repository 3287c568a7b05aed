import type { INodeProperties } from 'n8n-workflow';

import type { IdempotencyMode } from '../../../commands/key';
import { RUN_AGAIN, toMode } from '../../../properties/idempotency';
import { executionScope, type Item } from '../../../properties/item';
import { runsWithoutWorkflow } from '../../../properties/nodeProgress';
import { readParameter } from '../../../properties/parameters';
import { readIdentity } from '../../../properties/writtenText';
import { InputFailure } from '../../../shared/failure';
import { ItemKey } from './itemKey';
import { nodeIdentity, runKeysOf } from './runKeys';

const ITEM_KEY = 'Recognize Items By';
const ONCE = 'Post Each Item Once';
const SAME_CONTENT = 'Skip the Same Content for 24 Hours';

/** The field If This Runs Again, and those that belong to it. */
export const runAgainFields: INodeProperties[] = [
	{
		displayName: RUN_AGAIN.label,
		name: 'idempotency',
		type: 'options',
		// The outputs of the node depend on it.
		noDataExpression: true,
		options: [
			{
				name: 'Do It Again',
				value: 'execution',
				description:
					"A new run posts again. A retry of the same execution does not. In n8n's Agents, the same content is not posted again within 24 hours.",
			},
			{
				name: SAME_CONTENT,
				value: 'content',
				description: 'The same text, media and accounts are not posted again within 24 hours',
			},
			{
				name: ONCE,
				value: 'once',
				description:
					'An item that was posted before goes to the output Posted Before and is not posted again',
			},
			{
				name: RUN_AGAIN.ownKey,
				value: 'custom',
				description: 'An item with the same key is not posted again within 24 hours',
			},
		],
		default: 'execution',
		description: 'What to do with an item that has been posted before',
	},
	{
		displayName: ITEM_KEY,
		name: 'onceKey',
		type: 'string',
		displayOptions: { show: { idempotency: ['once'] } },
		default: '={{ $json.guid || $json.link }}',
		placeholder: 'e.g. {{ $json.guid }}',
		required: true,
		description:
			'A value that identifies the item, such as its GUID or link. The node posts each key once; an item with another key is posted again. The key must be unique beyond this table: a row number is not, because other tables have the same numbers. The node remembers the newest 10,000 keys. A copy of the node or workflow starts with none.',
	},
	{
		displayName: RUN_AGAIN.key,
		name: 'idempotencyKey',
		type: 'string',
		displayOptions: { show: { idempotency: ['custom'] } },
		default: '',
		placeholder: 'e.g. article-1234',
		description: 'Use a different key for every item',
	},
];

/** How the item's key is made. `key` is set if the item is posted once. */
interface RunAgainChoice {
	idempotency: IdempotencyMode;
	key: ItemKey | undefined;
}

/** Reads the field If This Runs Again. */
export function readRunAgain(item: Item): RunAgainChoice {
	const chosen = readParameter(item, 'idempotency', 'execution');
	if (chosen === 'once') return openOnceKey(item);
	if (chosen === 'content') {
		return { idempotency: { mode: chosen, scope: executionScope(item) }, key: undefined };
	}
	// A hidden field cannot be read.
	const key = chosen === 'custom' ? readParameter(item, 'idempotencyKey', '') : '';
	return { idempotency: toMode(item, chosen, key), key: undefined };
}

function openOnceKey(item: Item): RunAgainChoice {
	const { functions } = item;
	if (runsWithoutWorkflow(functions)) throw needsWorkflow();
	// Before anything can fail for the item.
	runKeysOf(functions).isUsed = true;
	const key = readIdentity(item, 'onceKey', ITEM_KEY, {
		knowledge: 'whether the item has been posted',
		example: 'its ID or its link',
	});
	const wanted = readParameter(item, 'afterCreate', 'draft') === 'draft' ? 'draft' : 'public';
	return {
		idempotency: {
			mode: 'once',
			identity: [...nodeIdentity(functions), key],
			scope: executionScope(item),
		},
		key: new ItemKey(item, key, wanted),
	};
}

/** n8n stores with the saved workflow which items have been posted. */
function needsWorkflow(): InputFailure {
	return new InputFailure(
		`'${RUN_AGAIN.label}' cannot be '${ONCE}' here: without a workflow, n8n cannot remember what has been posted`,
		`In the settings of the tool, set '${RUN_AGAIN.label}' to '${SAME_CONTENT}' or '${RUN_AGAIN.ownKey}'.`,
	);
}
