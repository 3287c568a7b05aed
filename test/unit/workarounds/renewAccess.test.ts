import { connectedCredential } from '../mcp/connectedCredential';
import { useNodeHarness } from '../support/nodeHarness';

jest.mock('../../../nodes/SocialPublishing/transport/renewAccess', () => ({
	renewAccess: async () => await Promise.resolve(false),
}));

const LIFE_MS = 60_000;

const harness = useNodeHarness({ accessTokenLifeMs: LIFE_MS });

it('n8n still renews no access token after a response that it does not turn into an exception', async () => {
	const credential = await connectedCredential(harness.service);
	await harness.service.clock.advance(LIFE_MS);
	const { error } = await harness.run(
		'assistantTool',
		'call',
		{ toolAuthentication: 'oAuth2', toolName: 'get_identity', argumentsInput: 'json' },
		{ credentials: { socialPublishingOAuth2Api: credential } },
	);
	expect(error?.httpCode).toBe('401');
});
