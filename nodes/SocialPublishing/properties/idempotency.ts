import type { INodeProperties } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { canonicalJson } from '../shared/json';
import type { IdempotencyMode } from '../transport/idempotencyKey';
import { executionScope, isAgentTool, type Item } from './item';
import { asText, readCollection } from './parameters';

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

export function readIdempotency(item: Item): IdempotencyMode {
	const { idempotency, idempotencyKey } = readCollection(item, 'options');
	const scope = executionScope(item);
	switch (idempotency ?? 'execution') {
		case 'execution':
			return { mode: 'execution', scope };
		case 'content':
			return { mode: 'content', scope };
		case 'custom': {
			const key = asText(idempotencyKey, 'Idempotency Key').trim();
			if (key === '')
				throw new InputFailure('Idempotency Key is empty although Idempotency is Own Key');
			if (!/^[\x20-\x7e]+$/.test(key)) {
				throw new InputFailure('Idempotency Key can contain only printable ASCII characters');
			}
			return { mode: 'custom', key, scope };
		}
		default:
			throw new InputFailure(`Idempotency cannot be "${asText(idempotency, 'Idempotency')}"`);
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
