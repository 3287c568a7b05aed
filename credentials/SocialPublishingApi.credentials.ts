import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authorize } from '../nodes/SocialPublishing/transport/address';

export class SocialPublishingApi implements ICredentialType {
	name = 'socialPublishingApi';

	displayName = 'Social Publishing API';

	icon = {
		light: 'file:../icons/socialPublishing.svg',
		dark: 'file:../icons/socialPublishing.dark.svg',
	} as const;

	documentationUrl =
		'https://example.com/n8n-nodes-social-publishing/blob/main/docs/start.md#connect-your-account';

	properties: INodeProperties[] = [
		{
			displayName:
				'To get a token, open your account settings in the Social Publishing Service and choose <b>API access</b>. The service shows a new token only once.',
			name: 'accessNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. service.example.com',
			hint: 'The web address of the service. The node adds https:// and /api/v1 if they are missing.',
			description: 'The web address of the service',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The token that you created under API access. It is sent only to the service.',
		},
		{
			displayName: 'Assistant Tools',
			name: 'assistantTools',
			type: 'boolean',
			default: false,
			description:
				'Whether to use this credential for the Assistant Tool resource as well. The assistant tools have their own address.',
		},
		{
			displayName: 'MCP URL',
			name: 'mcpUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://service.example.com/mcp',
			displayOptions: { show: { assistantTools: [true] } },
			description: 'The address of the assistant tools',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authorize(credentials, requestOptions);
	}
}
