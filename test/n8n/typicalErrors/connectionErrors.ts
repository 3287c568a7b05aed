import { answer, getIdentity, refusal, type TypicalError } from './typicalError';

/** The service cannot be reached, or does not accept the credential. */
export const connectionErrors: TypicalError[] = [
	{
		name: 'token-not-accepted',
		credential: { apiToken: 'an-old-token' },
		provoke: () => getIdentity,
		message: /the service does not accept the API token/,
		advice: /Check the token in the credential/,
	},
	{
		name: 'address-without-https',
		credential: { baseUrl: 'http://service.example.com/api/v1' },
		provoke: () => getIdentity,
		message: /must start with https:\/\//,
		advice: /Open the credential and correct the 'Base URL'/,
	},
	{
		name: 'nobody-there',
		credential: { baseUrl: 'http://127.0.0.1:9/api/v1' },
		provoke: () => getIdentity,
		message: /nothing responds at the address of the service/,
		advice: /Check the 'Base URL'/,
	},
	{
		name: 'assistant-tools-off',
		credential: { assistantTools: false },
		provoke: () => ({ resource: 'assistantTool', operation: 'getAll' }),
		message: /The assistant tools are turned off in the credential/,
		advice: /turn on 'Assistant Tools'/,
	},
	{
		name: 'not-from-the-service',
		provoke: (testbed) => {
			answer(testbed, 'get_identity', { kind: 'html', when: 'before', status: 200 });
			return getIdentity;
		},
		message: /the response is not from the service/,
		advice: /a proxy in between/,
	},
	{
		name: 'add-on-inactive',
		provoke: (testbed) => {
			answer(testbed, 'get_identity', refusal(403, 'addon_required', 'The add-on is off.'));
			return getIdentity;
		},
		message: /the API\/MCP add-on of your account is not active/,
		advice: /Activate the add-on/,
	},
	{
		name: 'too-many-requests',
		provoke: (testbed) => {
			answer(testbed, 'get_identity', {
				...refusal(429, 'rate_limited', 'Slow down.'),
				headers: { 'Retry-After': '900' },
			});
			return getIdentity;
		},
		message: /too many requests/,
		advice: /Wait 15 minutes/,
	},
	{
		name: 'server-error',
		provoke: (testbed) => {
			answer(testbed, 'get_identity', refusal(503, 'unavailable', 'Back soon.'));
			return getIdentity;
		},
		message: /the service reports a server error/,
		advice: /Try again later/,
	},
];
