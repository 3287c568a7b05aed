import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class SocialPublishingOAuth2Api implements ICredentialType {
	name = 'socialPublishingOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Social Publishing OAuth2 API';

	icon = {
		light: 'file:../icons/socialPublishing.svg',
		dark: 'file:../icons/socialPublishing.dark.svg',
	} as const;

	documentationUrl =
		'https://example.com/n8n-nodes-social-publishing/blob/main/docs/agents.md#assistant-tools';

	properties: INodeProperties[] = [
		{
			displayName: 'MCP URL',
			name: 'mcpUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://service.example.com/mcp',
			description: 'The address of the assistant tools',
		},
		{
			// Leads n8n to the authorization server (RFC 9728, RFC 8414), where n8n registers itself (RFC 7591).
			displayName: 'Server URL',
			name: 'serverUrl',
			type: 'hidden',
			default: '={{ $self["mcpUrl"] }}',
		},
		{
			displayName: 'Use Dynamic Client Registration',
			name: 'useDynamicClientRegistration',
			type: 'boolean',
			default: true,
			description:
				'Whether n8n finds the addresses of the service and registers itself there automatically. Turn this off to enter the addresses yourself.',
		},
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'pkce',
		},
	];
}
