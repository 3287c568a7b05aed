import { ScriptedServer } from '../../unit/support/scriptedServer';
import { runOperation } from '../runOperation';
import { readSampleFile, sampleFiles } from '../sampleFiles';
import { startTestbed, type Testbed } from '../testbed';

/** A private address that n8n does not allow although it allows the address of the service. */
const PRIVATE_HOST = '127.0.0.2';
const PROTECTION = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};

let photograph: Buffer;
const servers: ScriptedServer[] = [];

beforeAll(async () => {
	photograph = await readSampleFile(sampleFiles.photograph);
});

afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

async function open(...parameters: Parameters<typeof ScriptedServer.open>) {
	const server = await ScriptedServer.open(...parameters);
	servers.push(server);
	return server;
}

async function post({ n8n, service, workspaceId }: Testbed, url: string) {
	const parameters = {
		resource: 'post',
		operation: 'create',
		workspaceId,
		text: 'Fresh from the oven',
		destinationInput: 'accounts',
		accountIds: [service.accountId('Bread on Photowall')],
		mediaSource: 'address',
		mediaUrls: '={{ $json.body.url }}',
		afterCreate: 'publish',
		options: { altTexts: 'A loaf of bread' },
	};
	return await runOperation(n8n, parameters, { body: { url } });
}

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await startTestbed({ version, env: PROTECTION });
	});

	afterAll(async () => {
		await testbed?.close();
	});

	it('a post is published with a picture that is downloaded through a redirect', async () => {
		const { service, n8n } = testbed;
		const { origin, requests } = await open(({ path }) =>
			path === '/bread.jpg'
				? { body: photograph }
				: { status: 302, headers: { Location: '/bread.jpg' } },
		);
		const { records, error } = await post(testbed, `${origin}/latest`);
		expect(error).toBeUndefined();
		expect(records).toHaveLength(1);
		expect(requests.map(({ path }) => path)).toEqual(['/latest', '/bread.jpg']);
		const [media] = service.state.media.values();
		expect(media).toMatchObject({ type: 'image/jpeg', alt: 'A loaf of bread', status: 'ready' });
		expect(service.mediaBytes(media?.id ?? '')).toEqual(photograph);
		expect(JSON.stringify(requests.map(({ headers }) => headers))).not.toContain(service.token);
		expect(n8n.secretsInLog([service.token])).toEqual([]);
	});

	it('a download without end stops at the size limit', async () => {
		const chunk = Buffer.alloc(1_000_000);
		let sentBytes = 0;
		const { origin } = await open(() => (response) => {
			response.write(photograph);
			const more = () => {
				do sentBytes += chunk.length;
				while (response.write(chunk));
			};
			response.on('drain', more);
			more();
		});
		const { error } = await post(testbed, `${origin}/endless.jpg`);
		expect(error?.message).toMatch(/is larger than 100 MB$/);
		expect(sentBytes).toBeLessThan(120_000_000);
	});

	it(`a private address is ${version === 2 ? 'refused if n8n protects it' : 'downloaded'}`, async () => {
		const { origin, requests } = await open(() => ({ body: photograph }), PRIVATE_HOST);
		const redirecting = await open(() => ({ status: 302, headers: { Location: origin } }));
		const [host, redirectingHost] = [origin, redirecting.origin].map((each) => new URL(each).host);
		const places = [`${host}/a.jpg`, `${redirectingHost}/a.jpg, which redirects to ${host}`];
		for (const place of places) {
			const { error } = await post(testbed, `http://${place.replace(/,.*/, '')}`);
			if (version === 1) {
				expect(error).toBeUndefined();
			} else {
				expect(error?.message).toBe(
					`Could not download the file at ${place}: your n8n does not allow requests to this address`,
				);
				expect(error?.description).toContain('Ask your n8n administrator');
			}
		}
		expect(requests).toHaveLength(version === 1 ? 2 : 0);
	});
});
