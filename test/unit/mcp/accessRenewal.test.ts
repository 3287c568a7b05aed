import { usePassingTime } from '../support/passingTime';
import { ScriptedServer, type ScriptedResponse } from '../support/scriptedServer';
import { runNode } from '../../engine';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { result, structured, tool } from './scriptedTools';

const token = (access_token: string) => ({
	access_token,
	refresh_token: 'r',
	token_type: 'Bearer',
});
const RENEWED: ScriptedResponse = {
	body: token('new'),
	headers: { 'Content-Type': 'application/json' },
};
const LIST = result({ tools: [tool('edit_post', { post_id: {} })] });

usePassingTime();
let server: ScriptedServer;

afterEach(async () => await server.close());

/** Calls a tool without a key. The access ends before the call. */
async function editPost(renew: (nth: number) => ScriptedResponse | undefined) {
	server = await ScriptedServer.open(({ path, nth, headers, body }) => {
		if (path === '/token') return renew(nth);
		if (JSON.parse(body.toString()).method === 'tools/list') return LIST;
		return headers.authorization === 'Bearer new'
			? structured({ data: { id: 'p' } })
			: { status: 401 };
	});
	return await runNode({
		nodeType: new SocialPublishing(),
		credentials: {
			socialPublishingOAuth2Api: {
				mcpUrl: `${server.origin}/mcp`,
				accessTokenUrl: `${server.origin}/token`,
				clientId: 'c',
				grantType: 'pkce',
				oauthTokenData: token('old'),
			},
		},
		parameters: {
			resource: 'assistantTool',
			operation: 'call',
			toolAuthentication: 'oAuth2',
			toolName: 'edit_post',
			argumentsInput: 'json',
			toolArgumentsJson: '{"post_id":"p"}',
		},
	});
}

const FAULTS: Array<[string, ScriptedResponse | undefined]> = [
	['a fault of the authorization server', { status: 500, body: '{"error":"server_error"}' }],
	['its rate limit', { status: 429, body: 'Slow down' }],
	['a broken connection', undefined],
];

it.each(FAULTS)('a command waits until the access is renewed after %s', async (_what, fault) => {
	const { items, error } = await editPost((nth) => (nth === 1 ? fault : RENEWED));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ id: 'p' });
});

it.each(FAULTS)(
	'a command without access has had no effect, in spite of %s',
	async (_what, fault) => {
		const { error } = await editPost(() => fault);
		expect(error?.message).toBe(
			'Could not call the tool edit_post: the access could not be renewed',
		);
		expect(error?.description).toMatch(/^Nothing was changed\. Try again later\./);
	},
);
