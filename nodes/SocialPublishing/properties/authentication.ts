import type { INodeProperties } from 'n8n-workflow';

/**
 * The assistant tools alone take OAuth 2.0 in place of a token. The field is not called `authentication`: a field
 * of that name the editor takes for the whole node's, and hides it together with the resource it depends on.
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
	description: 'How the node proves to the service who it works for',
};
