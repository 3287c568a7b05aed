import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { byId } from '../support/nodeHarness';
import { useScriptedService } from '../support/scriptedService';

const service = useScriptedService();

it('a boolean may arrive as text', async () => {
	await service.open({ 'GET /workspaces/1/brands': () => ({ data: { items: [] } }) });
	await service.run('brand:getAll', { returnAll: '={{ "true" }}' });
	expect(service.requests[0]?.query.get('limit')).toBe('100');
});

it('a token that the service echoes is masked in the items', async () => {
	await service.open({
		'GET /me': ({ headers }) => ({ data: { id: 1, received: [headers.authorization] } }),
	});
	const { items } = await service.run('identity:get');
	expect(items[0]?.json).toEqual({ id: 1, received: ['Bearer ***'] });
});

it('a numeric error code is shown', async () => {
	await service.open({ 'GET /me': () => ({ status: 403, error: { code: 4031, message: 'No' } }) });
	const { error } = await service.run('identity:get');
	expect(error?.description).toContain('code 4031');
});

it('a rate limit with a wait of 0 seconds does not cause rapid retries', async () => {
	const answer = { status: 429, headers: { 'Retry-After': '0' }, error: {} };
	await service.open({ 'GET /me': () => answer });
	const { error } = await service.run('identity:get');
	expect(error?.description).toContain('Wait a minute');
	expect(service.requests.length).toBeLessThan(30);
});

it('a pagination cursor can be a number', async () => {
	await service.open({
		'GET /workspaces/1/brands': ({ query }) => ({
			data: query.has('cursor')
				? { items: [{ id: 2 }], next_cursor: null }
				: { items: [{ id: 1 }], next_cursor: 1 },
		}),
	});
	const { items } = await service.run('brand:getAll', { returnAll: true });
	expect(items.map(({ json }) => json.id)).toEqual([1, 2]);
});

it('a date in Retry-After is relative to the clock of the service, even if that is an hour ahead', async () => {
	const serviceMs = Date.now() + 3_600_000;
	const refusal = {
		status: 429,
		headers: {
			Date: new Date(serviceMs).toUTCString(),
			'Retry-After': new Date(serviceMs + 20_000).toUTCString(),
		},
		error: {},
	};
	let waitedFromMs = 0;
	let waitedMs = 0;
	await service.open({
		'GET /me': ({ nth }) => {
			if (nth > 1) waitedMs = clock.now() - waitedFromMs;
			waitedFromMs = clock.now();
			return nth === 1 ? refusal : { data: { id: 1 } };
		},
	});
	const { items } = await service.run('identity:get');
	expect(items[0]?.json).toEqual({ id: 1 });
	expect(waitedMs).toBeGreaterThanOrEqual(20_000);
	expect(waitedMs).toBeLessThan(60_000);
});

it.each([
	['webhook:update', { webhookId: byId('w'), updateFields: { events: ['post.failed'] } }],
	['webhook:getAll', {}],
	['post:cancel', { postId: byId('p') }],
	['post:delete', { postId: byId('p') }, { data: null }],
	['post:publish', { postId: byId('p') }, { data: null }],
])(
	'an error in a response with status 200 is an error of %s',
	async (operation, parameters, more: object = {}) => {
		const failure = { ...more, error: { code: 'broken', message: 'It broke.' } };
		await service.open(({ method }) =>
			method === 'GET' && operation.startsWith('post')
				? { headers: { ETag: '"1"' }, data: { id: 'p' } }
				: failure,
		);
		const { items, error } = await service.run(operation, parameters);
		expect(items).toEqual([]);
		expect(error?.message).toContain('the service reports an error');
		expect(error?.description).toContain('The service says: "It broke."');
		expect(error?.description).toContain('(code broken, request ID req_1)');
	},
);

it.each([
	['with the webhooks still listed', 0, 'No webhook was left behind.'],
	['without a list of webhooks', 1, 'The attempt to create the webhook may have succeeded.'],
])(
	'a webhook created with status 204, %s, is an error that says what may be left',
	async (_what, lists, remains) => {
		await service.open({
			'GET /workspaces/1/webhooks': ({ nth }) =>
				lists > 0 && nth > lists ? { status: 500 } : { data: { items: [] } },
			'POST /workspaces/1/webhooks': () => ({ status: 204, text: '' }),
		});
		const { error } = await service.run('webhook:create', {
			url: 'https://example.com/hook',
			events: ['post.published'],
		});
		expect(error?.message).toContain('the response contains no signing secret');
		expect(error?.description).toContain(remains);
		expect(error?.description?.includes('No webhook was left behind')).toBe(lists === 0);
	},
);
