import type { INodeProperties } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { canonicalJson } from '../shared/json';
import type { IdempotencyMode } from '../commands/key';
import { executionScope, isAgentTool, type Item } from './item';
import { asText, readCollection, readParameter } from './parameters';

export const idempotencyOptions: INodeProperties[] = [
	{
		displayName: 'Idempotency',
		name: 'idempotency',
		type: 'options',
		options: [
			{
				name: 'Once per Execution',
				value: 'execution',
				description: 'A retry in the same execution never does the same thing twice',
			},
			{
				name: 'Once per Content',
				value: 'content',
				description:
					'The same content is never sent twice within 24 hours, even by another execution',
			},
			{
				name: 'Own Key',
				value: 'custom',
				description: 'The service carries out one command for each key you provide',
			},
		],
		default: 'execution',
		description:
			'What counts as the same command, so that a repeated command takes effect only once',
	},
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. article-1234',
		description: 'The key to use if Idempotency is Own Key. Use a different key for every item.',
	},
];

/** The field of Create. */
export const onceFields: INodeProperties[] = [
	{
		displayName: 'If This Runs Again',
		name: 'idempotency',
		type: 'options',
		options: [
			{
				name: 'Post Again',
				value: 'execution',
				description: 'A new run posts again. A retry of the same execution does not.',
			},
			{
				name: 'Skip the Same Content for 24 Hours',
				value: 'content',
				description: 'The same text, media and accounts are not posted again within 24 hours',
			},
			{
				name: 'Post Each Item Once',
				value: 'once',
				description: 'An item that has been posted is left out, for good',
			},
			{
				name: 'Use My Own Key',
				value: 'custom',
				description: 'The service creates one post for each key within 24 hours',
			},
		],
		default: 'execution',
		description: 'What to do with an item that has been posted before',
	},
	{
		displayName: 'Key of the Item',
		name: 'onceKey',
		type: 'string',
		displayOptions: { show: { idempotency: ['once'] } },
		default: '={{ $json.guid ?? $json.link }}',
		placeholder: 'e.g. {{ $json.guid }}',
		required: true,
		description:
			'What distinguishes the item from all others, such as its ID or its link. This node posts each key once. It remembers the newest 10,000 keys. A copy of the workflow or of the node starts afresh.',
	},
	{
		displayName: 'Own Key',
		name: 'idempotencyKey',
		type: 'string',
		displayOptions: { show: { idempotency: ['custom'] } },
		default: '',
		placeholder: 'e.g. article-1234',
		description: 'Use a different key for every item',
	},
];

/** Reads the option Idempotency. */
export function readIdempotency(item: Item): IdempotencyMode {
	const { idempotency = 'execution', idempotencyKey } = readCollection(item, 'options');
	return toMode(item, idempotency, idempotencyKey, {
		label: 'Idempotency',
		custom: 'Own Key',
		key: 'Idempotency Key',
	});
}

/** Reads the field If This Runs Again, unless each item is to be posted once: see `readOnce`. */
export function readCreationIdempotency(item: Item): IdempotencyMode {
	const chosen = readParameter(item, 'idempotency', 'execution');
	// A field that is hidden cannot be read.
	const key = chosen === 'custom' ? readParameter(item, 'idempotencyKey', '') : '';
	return toMode(item, chosen, key, {
		label: 'If This Runs Again',
		custom: 'Use My Own Key',
		key: 'Own Key',
	});
}

/** Reads whether the item is to be posted once, for good. */
export function isPostedOnce(item: Item): boolean {
	return readParameter(item, 'idempotency', 'execution') === 'once';
}

/** @throws InputFailure if it is empty */
export function readOnceKey(item: Item): string {
	const key = asText(readParameter(item, 'onceKey', ''), 'Key of the Item').trim();
	if (key !== '') return key;
	throw new InputFailure(
		'Key of the Item is empty',
		'Without it, the node cannot know whether the item has been posted. Enter an expression that has a value for every item, such as its ID or its link.',
	);
}

function toMode(
	item: Item,
	chosen: unknown,
	customKey: unknown,
	words: { label: string; custom: string; key: string },
): IdempotencyMode {
	const scope = executionScope(item);
	switch (chosen) {
		case 'execution':
		case 'content':
			return { mode: chosen, scope };
		case 'custom': {
			const key = asText(customKey, words.key).trim();
			if (key === '') {
				throw new InputFailure(`${words.key} is empty although ${words.label} is ${words.custom}`);
			}
			if (!/^[\x20-\x7e]+$/.test(key)) {
				throw new InputFailure(`${words.key} can contain only printable ASCII characters`);
			}
			return { mode: 'custom', key, scope };
		}
		default:
			throw new InputFailure(`${words.label} cannot be "${asText(chosen, words.label)}"`);
	}
}

/**
 * Decides how the key for a new post, or for a call of an assistant tool, is made. When an AI Agent uses the node as a
 * tool, the content distinguishes one command from another, because the agent itself may also retry.
 *
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js): in a
 * tool, every attempt of Retry On Fail has a `$runIndex` of its own.
 */
export function idempotencyForCreation(
	{ functions }: Item,
	idempotency: IdempotencyMode,
	content: unknown,
): IdempotencyMode {
	if (!isAgentTool(functions)) return idempotency;
	return { ...idempotency, scope: { ...idempotency.scope, round: canonicalJson(content) } };
}
