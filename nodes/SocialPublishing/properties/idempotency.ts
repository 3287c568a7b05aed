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
				description: 'A repeated try in the same execution never does the same thing twice',
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
				description: 'The service carries out one command for each key you give',
			},
		],
		default: 'execution',
		description: 'What counts as the same command, so that a repeat does not do it twice',
	},
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. article-1234',
		description: 'The key to use when Idempotency is Own Key. Use another key for every item.',
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
				throw new InputFailure(
					'Idempotency Key may only hold letters, digits and signs of plain ASCII',
				);
			}
			return { mode: 'custom', key, scope };
		}
		default:
			throw new InputFailure(`Idempotency cannot be "${asText(idempotency, 'Idempotency')}"`);
	}
}

/**
 * How the key of a new post, or of a call of an assistant tool, is made. As an AI Agent's tool, every try of the node counts as a round of its own, and
 * the agent may try again by itself: there the content tells one post from another.
 */
export function idempotencyForCreation(
	{ functions }: Item,
	idempotency: IdempotencyMode,
	content: unknown,
): IdempotencyMode {
	if (!isAgentTool(functions)) return idempotency;
	return { ...idempotency, scope: { ...idempotency.scope, round: canonicalJson(content) } };
}
