import type { INodeProperties } from 'n8n-workflow';

/**
 * Only the assistant tools accept OAuth 2.0 instead of a token.
 *
 * n8n-workaround(2.39.10, n8n-editor-ui/dist/assets/ParameterInputList-DpuKUc4w.js): the editor hides a field named
 * `authentication`, and the resource it depends on, because it treats the field as the authentication of the whole node.
 */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'toolAuthentication',
	type: 'options',
	options: [
		{ name: 'API Token', value: 'apiToken' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiToken',
	description: 'How the node authenticates with the service',
};
