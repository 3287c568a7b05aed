import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const GET_POST = 'GET /workspaces/1/posts/7';
const PUBLISH = 'POST /workspaces/1/posts/7/publish';
const postId = byId('7');
const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again';

/** Waits for a post that the service returns with these fields, one entry per read; the last one stays. */
async function waitFor(states: IDataObject[], more: INodeParameters = {}) {
	await service.open({
		[GET_POST]: ({ nth }) => ({ data: { id: 7, ...states[Math.min(nth, states.length) - 1] } }),
	});
	return await service.run('post:waitForOutcome', { postId, options: more });
}

describe('a failure', () => {
	it('of one account while another is pending warns against sending the post again', async () => {
		const { error } = await waitFor([
			{
				destinations: [
					{ account_id: 3, outcome: { status: 'failed' } },
					{ account_id: 4, outcome: 'publishing' },
				],
			},
		]);
		expect(error?.message).toBe(`${NOT_CONFIRMED}. Still open: 4`);
		expect(error?.description).toContain('3: failed.');
	});

	it('of some accounts is not reported as total if other states are unknown', async () => {
		const destinations = [{ status: 'delivered' }, { status: 'error' }];
		const { error } = await waitFor([{ status: 'partial', destinations }]);
		expect(error?.message).toBe('The post was published to only some of its accounts');
	});

	it('is reported even if the status next to the outcome differs', async () => {
		const { error } = await waitFor([
			{ destinations: [{ status: 'completed', outcome: { status: 'failed' } }] },
		]);
		expect(error?.message).toMatch(/^Not published on /);
	});

	it('from an earlier attempt is not the outcome while the delivery is retried', async () => {
		const { items, error } = await waitFor([
			{ status: 'failed', destinations: [{ account_id: 3, status: 'publishing' }] },
			{ status: 'published', destinations: [{ account_id: 3, status: 'published' }] },
		]);
		expect(error).toBeUndefined();
		expect(items[0]?.json.publication).toMatchObject({ settled: true, published: ['3'] });
	});
});

describe('an idle status of the post', () => {
	it.each([
		['draft', 'blocked', 'Not published on 3: blocked'],
		['scheduled', 'failed', 'Not published on 3'],
		['cancelled', 'needs_review', 'It is not known whether the post was published on 3'],
	])('%s does not hide that its delivery ended as %s: %s', async (status, outcome, title) => {
		const post = { id: 7, status, destinations: [{ account_id: 3, status: outcome }] };
		const { error } = await waitFor([post]);
		expect(error?.message).toBe(title);
		await service.close();

		const draft = { id: 7, status: 'draft', destinations: [{ account_id: 3 }] };
		await service.open({
			[GET_POST]: ({ nth }) => ({ headers: { ETag: '"1"' }, data: nth > 1 ? post : draft }),
			[PUBLISH]: () => ({ status: 202 }),
		});
		const published = await service.run('post:publish', { postId });
		expect(published.error?.message).toBe(title);
	});

	it('does not hide that a delivery has not begun', async () => {
		const { error } = await waitFor([
			{
				status: 'scheduled',
				destinations: [{ account_id: 3, status: 'published' }, { account_id: 4 }],
			},
		]);
		expect(error?.message).toBe('The post was published to only some of its accounts');
		expect(error?.description).toContain('Not started: 4.');
	});

	it('does not hide that a delivery has been published', async () => {
		const { items } = await waitFor([
			{ status: 'draft', destinations: [{ account_id: 3, status: 'published' }] },
		]);
		expect(items[0]?.json.publication).toMatchObject({ settled: true, message: 'Published: 3.' });
	});
});

describe('a post that was just submitted', () => {
	const draft = { id: 7, status: 'draft', destinations: [{ account_id: 3 }] };
	const publish = async (
		last: IDataObject | undefined,
		draftsShown = 12,
		options: INodeParameters = {},
	) => {
		await service.open({
			[GET_POST]: ({ nth }) => {
				if (nth > draftsShown && last === undefined) return { status: 401, error: { code: 'c' } };
				return { headers: { ETag: '"1"' }, data: nth > draftsShown ? last : draft };
			},
			[PUBLISH]: () => ({ status: 202 }),
		});
		return await service.run('post:publish', { postId, options });
	};

	it('is awaited while it still looks like a draft', async () => {
		const { items } = await publish({ id: 7, status: 'published', destinations: [] });
		expect(items[0]?.json.publication).toMatchObject({ settled: true, status: 'published' });
	});

	it('is not reported as a settled draft when the wait time is over', async () => {
		const { items, hints } = await publish({}, 1_000, { failOn: 'never' });
		expect(items[0]?.json.publication).toMatchObject({ settled: false, status: 'draft' });
		expect(hints[0]?.message).toContain('has accepted it, but has not started to publish it');
		await service.close();
		const { error } = await publish({}, 1_000);
		expect(error?.message).toBe(`${NOT_CONFIRMED}. Still open: 3`);
	});

	it('has a warning against sending it again if its outcome cannot be read', async () => {
		const { error } = await publish(undefined, 2);
		expect(error?.message).toMatch(/^Could not read the outcome of the post: /);
		expect(error?.description).toContain('do not publish it again');
	});
});

describe('a delivery that the service calls uncertain', () => {
	const destinations = [{ id: 'd', account_id: 3, status: 'uncertain' }];

	it('ends the wait, with the advice to look at the platform', async () => {
		const { error } = await waitFor([{ destinations }]);
		expect(error?.message).toBe('It is not known whether the post was published on 3');
		expect(error?.description).toContain('Look at the platform first');
	});

	it.each([
		[false, 0],
		[true, 1],
	])('is not left out by Retry Failed: checked is %s', async (checkedPlatform, retries) => {
		const retry = 'POST /workspaces/1/destinations/d/retry';
		await service.open({
			[GET_POST]: () => ({ data: { id: 7, status: 'partial', destinations } }),
			[retry]: () => ({ status: 202, data: { post_id: 7 } }),
		});
		const parameters = { postId, checkedPlatform, waitForOutcome: false };
		const { error } = await service.run('post:retryFailed', parameters);
		expect(service.sent(retry)).toHaveLength(retries);
		const unknown = 'it is not known whether the post was published on 3';
		if (checkedPlatform) expect(error).toBeUndefined();
		else expect(error?.message).toBe(`Could not retry the failed deliveries: ${unknown}`);
	});
});
