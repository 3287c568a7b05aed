import type { INodeProperties } from 'n8n-workflow';

import { connectTools } from '../../mcp/connection';
import type { Operation } from '../operation';

/**
 * The assistant tools alone take OAuth 2.0 in place of a token. The choice decides which credential the node
 * shows, so every other resource has it too: hidden, and settled.
 */
export const authenticationProperties: INodeProperties[] = [
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{ name: 'API Token', value: 'apiToken' },
			{ name: 'OAuth2', value: 'oAuth2' },
		],
		default: 'apiToken',
		displayOptions: { show: { resource: ['assistantTool'] } },
		description: 'How the node proves to the service who it works for',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'hidden',
		default: 'apiToken',
		displayOptions: { hide: { resource: ['assistantTool'] } },
	},
];

export const connectByAuthentication: NonNullable<Operation['connect']> = async (functions) =>
	await connectTools(functions, functions.getNodeParameter('authentication', 0, 'apiToken'));
