import type { INodeProperties } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { canonicalJson } from '../shared/json';
import { MAIN_STEP, type IdempotencyMode } from '../commands/key';
import type { PostTarget } from '../commands/postCommand';
import { readRevisionChoice } from './commonFields';
import { executionScope, isAgentTool, type Item } from './item';
import { readPostPath } from './locators';
import { asText, readCollection } from './parameters';

/** What the editor calls the field, its option that needs a key, and the field of that key. */
export const RUN_AGAIN = {
	label: 'If This Runs Again',
	ownKey: 'Skip the Same Key for 24 Hours',
	key: 'Key',
};

export const idempotencyOptions: INodeProperties[] = [
	{
		displayName: RUN_AGAIN.label,
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
				name: RUN_AGAIN.ownKey,
				value: 'custom',
				description: 'A command with the same key is not carried out again within 24 hours',
			},
		],
		default: 'execution',
		description: 'What to do if the command has been sent before',
	},
	{
		displayName: RUN_AGAIN.key,
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. article-1234',
		description: `Needed if '${RUN_AGAIN.label}' is '${RUN_AGAIN.ownKey}'. Use a different key for every item.`,
	},
];

/** Reads the option that decides which commands are the same. */
export function readIdempotency(item: Item): IdempotencyMode {
	const { idempotency = 'execution', idempotencyKey } = readCollection(item, 'options');
	return toMode(item, idempotency, idempotencyKey);
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

/** How a key is made. */
export function toMode(item: Item, chosen: unknown, customKey: unknown): IdempotencyMode {
	const { label, ownKey, key: keyLabel } = RUN_AGAIN;
	const scope = executionScope(item);
	switch (chosen) {
		case 'execution':
			return { mode: scope.hasNoWorkflow ? 'content' : chosen, scope };
		case 'custom': {
			const key = asText(customKey, keyLabel).trim();
			if (key === '') {
				throw new InputFailure(`'${keyLabel}' is empty although '${label}' is '${ownKey}'`);
			}
			if (!/^[\x20-\x7e]+$/.test(key)) {
				throw new InputFailure(
					`'${keyLabel}' contains a character that a key cannot contain`,
					'Use only letters from A to Z, digits, spaces and the punctuation on an English keyboard.',
				);
			}
			return { mode: 'custom', key, scope };
		}
		default:
			throw new InputFailure(`'${label}' cannot be "${asText(chosen, label)}"`);
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
