import {
	Client,
	StreamableHTTPClientTransport,
	UnauthorizedError,
	type OAuthClientProvider,
	type OAuthDiscoveryState,
	type StoredOAuthClientInformation,
	type StoredOAuthTokens,
} from '@modelcontextprotocol/client';

import { startService, type RunningService } from '..';

const REDIRECT_URL = 'http://127.0.0.1:9/callback';
const LIFE_MS = 60_000;

let service: RunningService;

beforeEach(async () => {
	service = await startService({ accessTokenLifeMs: LIFE_MS });
});

afterEach(async () => {
	await service.close();
});

/** An application as the official client SDK expects it, with its data in memory. */
class ApplicationMemory implements OAuthClientProvider {
	readonly redirectUrl = REDIRECT_URL;
	readonly clientMetadata = {
		client_name: 'Assistant',
		redirect_uris: [REDIRECT_URL],
		token_endpoint_auth_method: 'none',
	};
	authorizationUrl: URL | undefined;
	private client: StoredOAuthClientInformation | undefined;
	private stored: StoredOAuthTokens | undefined;
	private discovered: OAuthDiscoveryState | undefined;
	private verifier = '';

	clientInformation = () => this.client;
	saveClientInformation(client: StoredOAuthClientInformation) {
		this.client = client;
	}
	tokens = () => this.stored;
	saveTokens(tokens: StoredOAuthTokens) {
		this.stored = tokens;
	}
	codeVerifier = () => this.verifier;
	saveCodeVerifier(verifier: string) {
		this.verifier = verifier;
	}
	discoveryState = () => this.discovered;
	saveDiscoveryState(state: OAuthDiscoveryState) {
		this.discovered = state;
	}
	invalidateCredentials() {
		this.stored = undefined;
	}
	redirectToAuthorization(url: URL) {
		this.authorizationUrl = url;
	}
}

/** Decides as the user would in the browser. Returns the address to which the browser is redirected. */
async function decide(authorizationUrl: URL, decision: 'allow' | 'deny'): Promise<URL> {
	const [user] = service.state.users.values();
	const body = new URLSearchParams({
		...Object.fromEntries(authorizationUrl.searchParams.entries()),
		user_id: user?.id ?? '',
		decision,
	});
	const url = `${authorizationUrl.origin}${authorizationUrl.pathname}`;
	const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
	return new URL(answer.headers.get('location') ?? '');
}

async function connect(application: ApplicationMemory) {
	const client = new Client(
		{ name: 'proof', version: '1' },
		{ versionNegotiation: { mode: 'auto' } },
	);
	const transport = () =>
		new StreamableHTTPClientTransport(new URL(service.mcpUrl), { authProvider: application });
	const first = transport();
	await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
	const page = application.authorizationUrl ?? new URL(service.origin);
	expect(await (await fetch(page)).text()).toContain('Assistant asks for access');
	const back = await decide(page, 'allow');
	await first.finishAuth(back.searchParams);
	await client.connect(transport());
	return client;
}

test('the official client connects with nothing but the address of the tools', async () => {
	const client = await connect(new ApplicationMemory());
	const { structuredContent } = await client.callTool({ name: 'get_identity', arguments: {} });
	expect(structuredContent).toMatchObject({ data: { credential: { name: 'Assistant' } } });
	await client.close();
});

test('an access token that has expired is renewed', async () => {
	const application = new ApplicationMemory();
	const client = await connect(application);
	const earlier = application.tokens()?.access_token;
	await service.clock.advance(LIFE_MS);
	await client.callTool({ name: 'get_identity', arguments: {} });
	expect(application.tokens()?.access_token).not.toBe(earlier);
	await client.close();
});

test('revoked access is not renewed', async () => {
	// The SDK also warns on the console.
	jest.spyOn(console, 'warn').mockImplementation();
	const client = await connect(new ApplicationMemory());
	service.revokeApplication('Assistant');
	await expect(client.callTool({ name: 'get_identity', arguments: {} })).rejects.toThrow();
	await client.close();
});

test('a user can deny access', async () => {
	const application = new ApplicationMemory();
	const client = new Client({ name: 'proof', version: '1' });
	const url = new URL(service.mcpUrl);
	const transport = new StreamableHTTPClientTransport(url, { authProvider: application });
	await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
	const back = await decide(application.authorizationUrl ?? url, 'deny');
	expect(back.searchParams.get('error')).toBe('access_denied');
	expect(back.searchParams.has('code')).toBe(false);
});
