import type { INodeProperties } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { canonicalJson } from '../shared/json';
import { MAIN_STEP, type IdempotencyMode } from '../commands/key';
import type { PostTarget } from '../commands/postCommand';
import { readRevisionChoice } from './commonFields';
import { executionScope, isAgentTool, type Item } from './item';
import { readPostPath } from './locators';
import { asText, readCollection } from './parameters';

const LABEL = 'If This Runs Again';
const OWN_KEY = 'Skip the Same Key for 24 Hours';
const KEY = 'Key';

export const idempotencyOptions: INodeProperties[] = [
	{
		displayName: LABEL,
		name: 'idempotency',
		type: 'options',
		options: [
			{
				name: 'Do It Again',
				value: 'execution',
				description:
					"A new run sends the command again. A retry of the same execution does not. In n8n's Agents, the same command from the same state is not sent again within 24 hours.",
			},
			{
				name: OWN_KEY,
				value: 'custom',
				description:
					'For each key that you enter, the service carries out one command within 24 hours',
			},
		],
		default: 'execution',
		description: 'What to do if the command has been sent before',
	},
	{
		displayName: KEY,
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. article-1234',
		description: `Needed if '${LABEL}' is '${OWN_KEY}'. Use a different key for every item.`,
	},
];

/** Reads the option that decides which commands are the same. */
export function readIdempotency(item: Item): IdempotencyMode {
	const { idempotency = 'execution', idempotencyKey } = readCollection(item, 'options');
	return toMode(item, idempotency, idempotencyKey, {
		label: LABEL,
		custom: OWN_KEY,
		key: KEY,
	});
}

/** Reads the post that a command applies to, and how to send the command. */
export function readPostTarget(item: Item): PostTarget {
	return {
		postPath: readPostPath(item),
		revision: readRevisionChoice(item),
		idempotency: readIdempotency(item),
		step: MAIN_STEP,
	};
}

/**
 * How a key is made.
 *
 * @param words the labels of the fields, and of the option that needs a key
 */
export function toMode(
	item: Item,
	chosen: unknown,
	customKey: unknown,
	words: { label: string; custom: string; key: string },
): IdempotencyMode {
	const scope = executionScope(item);
	switch (chosen) {
		case 'execution':
			return { mode: scope.hasNoWorkflow ? 'content' : chosen, scope };
		case 'custom': {
			const key = asText(customKey, words.key).trim();
			if (key === '') {
				throw new InputFailure(
					`'${words.key}' is empty although '${words.label}' is '${words.custom}'`,
				);
			}
			if (!/^[\x20-\x7e]+$/.test(key)) {
				throw new InputFailure(`'${words.key}' can contain only printable ASCII characters`);
			}
			return { mode: 'custom', key, scope };
		}
		default:
			throw new InputFailure(`'${words.label}' cannot be "${asText(chosen, words.label)}"`);
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
