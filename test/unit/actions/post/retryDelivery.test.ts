import type { NodeRun } from '../../../engine';
import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { useScriptedService, type Reply } from '../../support/scriptedService';

const service = useScriptedService();

const DAY_MS = 24 * 60 * 60 * 1_000;
const HALF_HOUR_MS = 30 * 60 * 1_000;
const GET_POST = 'GET /workspaces/1/posts/7';
const RETRY = 'POST /workspaces/1/destinations/9/retry';
const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again';

it('a retried delivery with a numeric ID is followed to its new outcome', async () => {
	const failed = { id: 9, account_id: 3, status: 'failed' };
	await service.open({
		'POST /workspaces/1/destinations/9/retry': () => ({ status: 202, data: { post_id: 7 } }),
		[GET_POST]: ({ nth }) => ({
			data: { id: 7, destinations: [{ ...failed, status: nth < 3 ? 'failed' : 'published' }] },
		}),
	});
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9' });
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ status: 'published', published: ['3'] });
});

it('a retried delivery is followed although the response does not name its post', async () => {
	await service.open({
		'POST /workspaces/1/destinations/9/retry': () => ({ status: 204 }),
		'GET /workspaces/1/posts': ({ query }) => ({
			data: query.has('cursor')
				? { items: [{ id: 7, destinations: [{ id: 9 }] }], next_cursor: 'more' }
				: { items: [{ id: 6, destinations: [{ id: 8 }] }], next_cursor: 'second' },
		}),
		[GET_POST]: () => ({ data: { id: 7, destinations: [{ id: 9, status: 'Published' }] } }),
	});
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9' });
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ settled: true, published: ['9'] });
	expect(service.lines().filter((line) => line === 'GET /workspaces/1/posts')).toHaveLength(
		// The first page is read before the retry, for the failure that the delivery shows.
		1 + 2,
	);
});

it('a delivery is judged by its own destination', async () => {
	const statuses: Record<string, string> = { 8: 'failed', 9: 'failed', 10: 'blocked' };
	const retry = (id: string) => (): Reply => {
		statuses[id] = id === '10' ? 'failed' : 'published';
		return { status: 202, data: { post_id: 7 } };
	};
	const post = () => {
		const destinations = Object.entries(statuses).map(([id, status]) => ({ id, status }));
		return { id: 7, status: 'partial', destinations };
	};
	await service.open({
		'POST /workspaces/1/destinations/8/retry': retry('8'),
		[RETRY]: retry('9'),
		'POST /workspaces/1/destinations/10/retry': retry('10'),
		'GET /workspaces/1/posts': () => ({ data: { items: [post()], next_cursor: null } }),
		[GET_POST]: () => ({ data: post() }),
	});
	const input = ['8', '9', '10'].map((id) => ({ json: { id } }));
	const parameters = { destinationId: '={{ $json.id }}' };
	const both = await service.run('post:retryDelivery', parameters, { input: input.slice(0, 2) });
	expect(both.error).toBeUndefined();
	expect(both.items.map(({ json }) => json.publication)).toMatchObject([
		{ settled: true, published: ['8'], failed: [] },
		{ settled: true, published: ['9'], failed: [] },
	]);

	const { error } = await service.run('post:retryDelivery', { destinationId: '10' });
	expect(error?.message).toBe('Not published on 10');
	expect(error?.description).toMatch(/^10: failed\. To try again, retry this execution/);
});

describe('a Retry of the execution', () => {
	const parameters = { destinationId: '9', options: { timeout: 5 } };
	let attempt: number;

	/** The retry has failed again before the post is read. */
	const attempted = (): Reply => {
		attempt++;
		return { status: 202 };
	};

	/** The delivery shows these statuses, one per read; the last one stays. */
	async function open(statuses: string[], respond = (): Reply | undefined => ({ status: 202 })) {
		let reads = 0;
		attempt = 1;
		const post = () => ({
			id: 7,
			destinations: [{ id: 9, attempt, status: statuses[Math.min(reads, statuses.length) - 1] }],
		});
		await service.open({
			[RETRY]: respond,
			'GET /workspaces/1/posts': () => ({
				data: { items: [{ id: 7, destinations: [{ id: 9 }] }], next_cursor: null },
			}),
			[GET_POST]: () => {
				reads++;
				return { data: post() };
			},
		});
	}

	const run = async (retryOf?: NodeRun, options = {}) =>
		await service.run(
			'post:retryDelivery',
			{ ...parameters, options: { ...parameters.options, ...options } },
			{ ...(retryOf && { retryOf }) },
		);

	const keys = () => service.sent(RETRY).map(({ headers }) => headers['idempotency-key']);

	it('only waits for an accepted retry', async () => {
		await open([...Array<string>(6).fill('publishing'), 'published']);
		const first = await run();
		expect(first.error?.message).toBe(`${NOT_CONFIRMED}. Still open: 9`);
		const { items, error } = await run(first, { timeout: 60 });
		expect(error).toBeUndefined();
		expect(items[0]?.json.publication).toMatchObject({ settled: true, published: ['9'] });
		expect(keys()).toHaveLength(1);
	});

	it('does not mistake the failure before an accepted retry for a new one', async () => {
		await open([...Array<string>(6).fill('failed'), 'published']);
		const first = await run();
		expect(first.error?.message).toBe(`${NOT_CONFIRMED}. Still open: 9`);
		const { error } = await run(first, { timeout: 60 });
		expect(error).toBeUndefined();
		expect(keys()).toHaveLength(1);
	});

	it.each([
		['failed', 2, 'Not published on 9'],
		['blocked', 2, 'Not published on 9: blocked'],
		['needs_review', 1, 'It is not known whether the post was published on 9'],
	])('of a delivery that ended as %s again sends %i retries: %s', async (status, count, title) => {
		await open([status], attempted);
		const first = await run(undefined, { timeout: 60 });
		expect(first.error?.message).toBe(title);
		const second = await run(first, { timeout: 60 });
		expect(second.error?.message).toBe(title);
		expect(new Set(keys()).size).toBe(count);
		expect(keys()).toHaveLength(count);
	});

	it.each([
		['published', 'done', 0],
		['publishing', NOT_CONFIRMED, 0],
		['failed', 'Not published on 9', 1],
		['needs_review', 'Could not retry the delivery: an earlier attempt may have taken effect', 0],
	])(
		'judges the delivery a day after a lost response, when it is %s: %s',
		async (status, message, count) => {
			let isBroken = true;
			await open([status], () => (isBroken ? undefined : attempted()));
			const first = await run();
			expect(first.error?.description).toMatch(/retry this execution/);
			isBroken = false;
			await clock.wait(DAY_MS);
			const before = keys().length;
			const { error } = await run(first, { timeout: 60 });
			expect(error?.message ?? 'done').toContain(message);
			expect(keys().length - before).toBe(count);
		},
	);

	it('does not claim that a day has passed since a lost response when it was less', async () => {
		let isBroken = true;
		await open(['needs_review'], () => (isBroken ? undefined : attempted()));
		const first = await run();
		isBroken = false;
		await clock.wait(DAY_MS - HALF_HOUR_MS);
		const { error } = await run(first, { timeout: 60 });
		expect(error?.description).toContain(
			'More than 23 hours have passed, so the service may no longer know.',
		);
	});
});
