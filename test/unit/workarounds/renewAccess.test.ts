import { connectedCredential } from '../mcp/application';
import { openStudio } from '../support/studio';

jest.mock('../../../nodes/SocialPublishing/transport/renewAccess', () => ({
	renewAccess: async () => await Promise.resolve(false),
}));

const LIFE_MS = 60_000;

it('n8n still renews no access token after a response that it does not turn into an exception', async () => {
	const studio = await openStudio({ accessTokenLifeMs: LIFE_MS });
	try {
		const credential = await connectedCredential(studio.service);
		await studio.service.clock.advance(LIFE_MS);
		const { error } = await studio.run(
			'assistantTool',
			'call',
			{ toolAuthentication: 'oAuth2', toolName: 'get_identity', argumentsInput: 'json' },
			{ credentials: { socialPublishingOAuth2Api: credential } },
		);
		expect(error?.httpCode).toBe('401');
	} finally {
		await studio.close();
	}
});
