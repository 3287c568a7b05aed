import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../support/nodeHarness';
import { useScriptedService, type Answers, type Received } from '../support/scriptedService';

/** The response to the first attempt of Retry On Fail is lost, and the second attempt is refused. */

const service = useScriptedService();

/** How often the node itself sends a command. */
const REQUESTS_AN_ATTEMPT = 5;

const POST = '/workspaces/1/posts/7';
const postId = byId('7');
const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };

type Command = [name: string, line: string, parameters: INodeParameters, requests?: number];

const commands: Command[] = [
	['post:create', 'POST /workspaces/1/posts', { text: 'Bread', accountIds: ['3'] }],
	['post:duplicate', `POST ${POST}/duplicate`, { postId }],
	['post:cancel', `POST ${POST}/cancel`, { postId }],
	['post:publish', `POST ${POST}/publish`, { postId }],
	['post:schedule', `POST ${POST}/schedule`, { postId, scheduledAt: '2099-01-01T00:00:00Z' }],
	['post:reschedule', `PATCH ${POST}/reschedule`, { postId, scheduledAt: '2099-01-01T00:00:00Z' }],
	['post:update', `PATCH ${POST}`, { postId, updateFields: { text: 'Rolls' } }],
	['post:delete', `DELETE ${POST}`, { postId }],
	['post:retryDelivery', 'POST /workspaces/1/destinations/d/retry', { destinationId: 'd' }],
	['media:update', 'PATCH /workspaces/1/media/m', { mediaId: byId('m'), altText: 'A roll' }],
	['media:delete', 'DELETE /workspaces/1/media/m', { mediaId: byId('m') }],
	[
		'webhook:update',
		'PATCH /workspaces/1/webhooks/w',
		{ webhookId: byId('w'), updateFields: { url: 'https://example.com/' } },
	],
	[
		'webhook:replayDelivery',
		'POST /workspaces/1/webhooks/w/deliveries/d/replay',
		{ webhookId: byId('w'), deliveryId: 'd' },
		1,
	],
	[
		'statistics:refreshAccount',
		'POST /workspaces/1/accounts/3/statistics/refresh',
		{ accountId: byId('3') },
		1,
	],
];

const refusals = [
	['403', { status: 403, error: { code: 'access_denied' } }],
	[
		'429',
		{ status: 429, headers: { 'Retry-After': '900' }, error: { code: 'rate_limit_exceeded' } },
	],
] as const;

describe.each(refusals)('a refusal with status %s', (status, refusal) => {
	it.each(commands)(
		'of %s states that the first attempt may have taken effect',
		async (name, line, parameters, requests = REQUESTS_AN_ATTEMPT) => {
			await service.open({
				[`GET ${POST}`]: () => ({ headers: { ETag: '"1"' }, data: draft }),
				[line]: ({ nth }) => (nth <= requests ? undefined : refusal),
			});
			const { error } = await service.run(name, parameters, {
				retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 },
			});
			expect(error?.httpCode).toBe(status);
			expect(error?.description).toContain('The response to an earlier attempt was lost.');
			expect(error?.description).toContain('may have succeeded');
			expect(error?.description).not.toContain('Nothing was');
		},
	);
});

it('an attempt that fails before it repeats the command reports the earlier one, too', async () => {
	await service.open({
		'POST /workspaces/1/posts': () => undefined,
		'GET /workspaces/1/posts': () => ({ status: 403, error: { code: 'access_denied' } }),
	});
	const parameters = { text: 'Bread', accountIds: ['3'] };
	const failed = await service.run('post:create', parameters);
	expect(failed.error?.description).toContain('may have succeeded');
	// The service has forgotten the key by then, so the node looks for the post first.
	service.advance(25 * 3_600_000);
	const { error } = await service.run('post:create', parameters, { retryOf: failed });
	expect(error?.httpCode).toBe('403');
	expect(error?.description).toContain('earlier attempt at this item was lost: it may have');
});

it('a refusal does not mention an attempt that got a response', async () => {
	await service.open({
		[`GET ${POST}`]: () => ({ headers: { ETag: '"1"' }, data: draft }),
		[`PATCH ${POST}`]: () => ({ status: 403, error: { code: 'access_denied' } }),
	});
	const { error } = await service.run(
		'post:update',
		{ postId, updateFields: { text: 'Rolls' } },
		{ retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } },
	);
	expect(error?.description).not.toContain('earlier attempt');
});

describe('an update with a text that changes with every attempt', () => {
	const updateFields = { text: '={{ "Rolls " + Math.random() }}' };
	const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };

	/** A post whose first change takes effect, but whose response never arrives in the first attempt. */
	function postOf(otherEditor?: string): Answers {
		let revision = 1;
		let { text } = draft;
		const change = (to: string) => {
			text = to;
			revision++;
		};
		return {
			[`GET ${POST}`]: () => ({ headers: { ETag: `"${revision}"` }, data: { ...draft, text } }),
			[`PATCH ${POST}`]: ({ nth, headers, body }: Received) => {
				const isCurrent = headers['if-match'] === `"${revision}"`;
				if (isCurrent) change(JSON.parse(String(body)).text);
				if (nth === REQUESTS_AN_ATTEMPT && otherEditor !== undefined) change(otherEditor);
				if (nth <= REQUESTS_AN_ATTEMPT) return undefined;
				return isCurrent
					? { headers: { ETag: `"${revision}"` }, data: { ...draft, text } }
					: { status: 412, error: { code: 'revision_conflict' } };
			},
		};
	}

	it.each([
		['the current revision', {}],
		['an expected revision', { onlyIfUnchangedSince: '"1"' }],
	])('is applied once, with %s', async (_which, options) => {
		await service.open(postOf());
		const { items, error } = await service.run(
			'post:update',
			{ postId, updateFields, options },
			{ retryOnFail },
		);
		expect(error).toBeUndefined();
		const texts = service.sent(`PATCH ${POST}`).map(({ body }) => JSON.parse(String(body)).text);
		expect(new Set(texts).size).toBe(1);
		expect(items[0]?.json).toMatchObject({ text: texts[0], etag: '"2"' });
	});

	it('is reported as uncertain if somebody else has changed the post since', async () => {
		await service.open(postOf('Theirs'));
		const { error } = await service.run('post:update', { postId, updateFields }, { retryOnFail });
		expect(error?.httpCode).toBe('412');
		expect(error?.description).toContain('may have succeeded');
		expect(error?.description).not.toContain('Nothing was changed');
		expect(error?.context?.data).toMatchObject({ post: { text: 'Theirs' } });
	});

	it('is sent as edited in the Retry of an execution', async () => {
		await service.open(postOf());
		const failed = await service.run('post:update', { postId, updateFields });
		expect(failed.error?.description).toContain('may have succeeded');
		const { items, error } = await service.run(
			'post:update',
			{ postId, updateFields: { text: 'Edited' } },
			{ retryOf: failed },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json.text).toBe('Edited');
	});
});
