import { byId } from '../support/nodeHarness';
import { useScriptedService, type Answers } from '../support/scriptedService';

const service = useScriptedService();

const workspaces = (...items: Array<{ id: string | number; name?: string }>): Answers => ({
	'GET /workspaces': () => ({ data: { items } }),
	'GET /workspaces/7/posts': () => ({ data: { items: [{ id: 'p' }] } }),
	'POST /workspaces/7/posts': () => ({ data: { id: 'p' }, headers: { ETag: '"1"' } }),
});

const NONE = { workspaceId: { __rl: true, mode: 'list', value: '' } };
const input = [1, 2, 3].map((text) => ({ json: { text } }));
const draft = { ...NONE, text: '={{ $json.text }}', destinationInput: 'json' };
const destinationsJson = '[{ "account_id": "a" }]';

it('without a choice, all items work in the only workspace, which is read once per run', async () => {
	await service.open(workspaces({ id: 7 }));
	const created = await service.run('post:create', { ...draft, destinationsJson }, { input });
	expect(created.error).toBeUndefined();
	expect(created.items).toHaveLength(3);
	const listed = await service.run('post:getAll', NONE);
	expect(listed.items).toHaveLength(1);
	expect(service.sent('GET /workspaces')).toHaveLength(2);
	expect(service.sent('POST /workspaces/7/posts')).toHaveLength(3);
});

it('without a choice, several workspaces are an error that lists them', async () => {
	await service.open(workspaces({ id: 7, name: 'Bakery' }, { id: 8 }));
	const { error } = await service.run('post:create', { ...draft, destinationsJson }, { input });
	expect(error?.message).toMatch(/^'Workspace' is empty/);
	expect(error?.description).toBe(
		'Nothing was sent. Choose one from the list or enter its ID. The credential gives access to these: Bakery [7], 8.',
	);
	expect(service.lines()).toEqual(['GET /workspaces', 'GET /workspaces/7/accounts']);
});

it('without a choice, a second workspace is seen even if it is on another page', async () => {
	const pages: Record<string, unknown> = {
		'': { items: [{ id: 7 }], next_cursor: 'two' },
		two: { items: [{ id: 8 }] },
	};
	await service.open(({ line, query }) => {
		const isList = line.startsWith('GET /workspaces') && !line.includes('/workspaces/');
		return isList ? { data: pages[query.get('cursor') ?? ''] } : { status: 404 };
	});
	const { error } = await service.run('post:getAll', NONE);
	expect(error?.description).toContain('The credential gives access to these: 7, 8.');
});

it('without a choice, a credential without workspaces is an error', async () => {
	await service.open(workspaces());
	const { error } = await service.run('post:getAll', NONE);
	expect(error?.description).toContain('The credential gives access to no workspace.');
});

it('a chosen workspace is used without reading the others', async () => {
	await service.open(workspaces({ id: 8 }));
	const { items } = await service.run('post:getAll', { workspaceId: byId('7') });
	expect(items).toHaveLength(1);
	expect(service.sent('GET /workspaces')).toEqual([]);
});
