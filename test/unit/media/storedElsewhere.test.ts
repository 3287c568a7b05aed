import { byId } from '../support/nodeHarness';
import { ScriptedServer, type ScriptedResponse } from '../support/scriptedServer';
import { useScriptedService } from '../support/scriptedService';

/** What signs the address of a file. */
const SIGNATURE = 'signature-of-the-address';

/** A service may keep its files at a storage server, to which it redirects a download. */
describe('a download of a file that is stored elsewhere', () => {
	const service = useScriptedService();
	const FILE = 'GET /workspaces/1/media/5/file';
	let storage: ScriptedServer;
	let responses: ScriptedResponse[];

	beforeEach(async () => {
		responses = [];
		storage = await ScriptedServer.open(({ nth }) => responses[nth - 1] ?? responses.at(-1));
	});

	afterEach(async () => await storage.close());

	const download = async (location: string) => {
		await service.open({
			'GET /workspaces/1/media/5': () => ({ data: { id: 5, name: 'a.jpg', type: 'image/jpeg' } }),
			[FILE]: () => ({ status: 302, headers: { Location: location } }),
		});
		return await service.run('media:download', { mediaId: byId('5') });
	};
	const address = () => `${storage.origin}/a.jpg?${SIGNATURE}`;

	it('fetches it there, without the token', async () => {
		responses = [{ body: 'the file', headers: { 'Content-Type': 'image/jpeg' } }];
		const { items, error } = await download(address());
		expect(error).toBeUndefined();
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'a.jpg', mimeType: 'image/jpeg' });
		expect(storage.requests).toHaveLength(1);
		expect(storage.requests[0]?.headers).not.toHaveProperty('authorization');
	});

	it('asks the service for another address if the first one is refused', async () => {
		responses = [{ status: 403 }, { body: 'the file' }];
		const { items, error } = await download(address());
		expect(error).toBeUndefined();
		expect(items[0]?.binary).toHaveProperty('data');
		expect(service.sent(FILE)).toHaveLength(2);
	});

	it('is an error that does not show the address if it is never there', async () => {
		responses = [{ status: 404, body: 'Nothing here' }];
		const { error } = await download(address());
		expect(error?.message).toMatch(/^Could not download the file: /);
		expect(JSON.stringify([error?.message, error?.description])).not.toContain(SIGNATURE);
	});

	it.each(['ftp://files.example.com/a.jpg', 'http://files.example.com/a.jpg', 'http://['])(
		'does not follow a redirect to %s',
		async (location) => {
			const { error } = await download(location);
			expect(error?.message).toContain('redirects to another address');
			expect(service.sent(FILE)).toHaveLength(1);
		},
	);
});
