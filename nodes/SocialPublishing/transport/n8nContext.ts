import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** A stream of Node.js, as n8n's helpers give and take it. */
export type Readable = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** Every n8n context that can talk to the service. */
export type RequestFunctions =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IWebhookFunctions;

export type CredentialType = 'socialPublishingApi' | 'socialPublishingOAuth2Api';
