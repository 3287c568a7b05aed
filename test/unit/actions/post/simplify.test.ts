import type { INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../service';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread, draft, failed } from '../createRecords';
import { runCase } from '../operationCase';
import { readOperations } from '../readOperationCases';
import { writeOperations } from '../writeOperationCases';

const harness = useNodeHarness();

const SIMPLE_FIELDS = [
	'message',
	'status',
	'published_urls',
	'text',
	'accounts',
	'failed_accounts',
	'error_message',
	'scheduled_at',
	'id',
	'etag',
];

const postOperations = [...writeOperations, ...readOperations].filter(
	({ name }) => /^post:/.test(name) && !/:(delete|validate)$/.test(name),
);

describe.each(postOperations.map((each) => [each.name, each] as const))('%s', (name, each) => {
	it('returns posts in their simplified form, with the names of the accounts', async () => {
		const { run } = await runCase(harness, each, { simplify: true });

		const { items, error } = await run();

		expect(error).toBeUndefined();
		const ofRow = name === 'post:upsert' ? ['key', 'action', 'changed'] : [];
		expect(Object.keys(items[0]?.json ?? {})).toEqual([...ofRow, ...SIMPLE_FIELDS]);
		expect(items[0]?.json).toMatchObject({
			id: expect.any(String),
			text: expect.stringContaining('bread'),
			accounts: [
				{
					account_id: expect.any(String),
					name: expect.stringMatching(/^(Bread on Shortpost|Always fails)$/),
					platform: expect.stringMatching(/^(shortpost|pagebook)$/),
					destination_id: expect.any(String),
					media_ids: [],
					thread_urls: [],
				},
			],
		});
		const requests = harness.requests();
		expect(requests.filter((request) => request !== 'list_accounts')).toEqual(
			each.requests.filter((request) => request !== 'list_accounts'),
		);
		// Or not at all, where this process knows them from the preparation of the case.
		expect(requests.filter((request) => request === 'list_accounts').length).toBeLessThan(2);
	});
});

it('is the default', async () => {
	const parameters = { text: 'Bread', accountIds: [bread(harness)] };
	const { items } = await harness.run('post', 'create', { ...parameters, simplify: undefined });
	expect(Object.keys(items[0]?.json ?? {})).toEqual(SIMPLE_FIELDS);
});

it('has the link of a published post, and who failed and why', async () => {
	const accountIds = ['Bread on Shortpost', 'Always fails'].map((name) =>
		harness.service.accountId(name),
	);
	const { items } = await harness.run('post', 'create', {
		text: 'Bread',
		accountIds,
		afterCreate: 'publish',
		simplify: true,
		options: { failOn: 'never' },
	});

	const [post] = items.map(({ json }) => json);
	expect(post).toMatchObject({
		status: 'partial',
		published_urls: [expect.stringMatching(/^https:/)],
		accounts: [
			{ name: 'Bread on Shortpost', status: 'published', url: expect.any(String), error: null },
			{ name: 'Always fails', status: 'failed', error: 'The platform rejected the post.' },
		],
		failed_accounts: ['Always fails'],
		error_message: 'Always fails (pagebook): The platform rejected the post.',
		message: 'Published: Bread on Shortpost (shortpost). Not published: Always fails (pagebook).',
	});
	expect(post?.published_urls).toEqual([expect.stringContaining('shortpost')]);
});

describe('says in its message', () => {
	const messageOf = async (operation: string, parameters: INodeParameters) => {
		const { items, error } = await harness.run('post', operation, {
			simplify: true,
			...parameters,
		});
		expect(error).toBeUndefined();
		return items[0]?.json.message;
	};

	const ONLY_DRAFT =
		'The post is a draft. It has not been published. To publish it, set What to Do to Publish Now.';

	it('that a post is a draft, and how to publish it', async () => {
		const parameters = { text: 'Bread', accountIds: [bread(harness)] };
		expect(await messageOf('create', parameters)).toBe(ONLY_DRAFT);
	});

	it('and in one hint for all items', async () => {
		const parameters = { text: '={{ $json.text }}', accountIds: [bread(harness)] };
		const input = ['Bread', 'Rolls'].map((text) => ({ json: { text } }));
		const { items, hints } = await harness.run('post', 'create', parameters, { input });
		expect(items).toHaveLength(2);
		expect(hints.map(({ message }) => message)).toEqual([ONLY_DRAFT]);
	});

	it('when a scheduled post goes out, in its time zone', async () => {
		const parameters = {
			text: 'Bread',
			accountIds: [bread(harness)],
			afterCreate: 'schedule',
			scheduledAt: '2099-12-24T09:00:00',
			timezone: 'Europe/Berlin',
		};
		expect(await messageOf('create', parameters)).toBe(
			'The post is scheduled. It goes out on 24 December 2099, 09:00 (Europe/Berlin).',
		);
	});

	it('that a post is handed over and not yet out, without a wait', async () => {
		const parameters = {
			text: 'Bread',
			accountIds: [harness.service.accountId('Slow')],
			afterCreate: 'publish',
			waitForOutcome: false,
		};
		expect(await messageOf('create', parameters)).toMatch(
			/^The post is handed over, not yet out\./,
		);
	});

	it('that no delivery was tried again', async () => {
		const { postId } = await draft(harness);
		expect(await messageOf('retryFailed', { postId })).toBe(
			'No delivery of the post can be retried, so nothing was sent.',
		);
	});
});

it('reads the accounts once for all items, and not when it is turned off', async () => {
	const input = Array.from({ length: 3 }, () => ({ json: {} }));
	const parameters = { text: 'Bread', accountIds: [bread(harness)] };
	await harness.run('post', 'create', { ...parameters, simplify: true }, { input });
	expect(harness.requests().filter((name) => name === 'list_accounts')).toHaveLength(1);
});

it('does without names where the accounts cannot be read', async () => {
	const action = { kind: 'status', when: 'before', status: 403 } as const;
	harness.service.faults.add({ operation: 'list_accounts', times: 9, action });
	const { postId } = await draft(harness);
	const { items, error } = await harness.run('post', 'get', { postId, simplify: true });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ accounts: [{ name: null, platform: 'shortpost' }] });
});

describe('one item per account', () => {
	const twoAccounts = () => ({
		text: 'Bread',
		accountIds: ['Bread on Shortpost', 'Cakes on Pagebook'].map((name) =>
			harness.service.accountId(name),
		),
		options: { splitByAccount: true },
	});

	it('has the fields of the account', async () => {
		const { items } = await harness.run('post', 'create', { ...twoAccounts(), simplify: true });
		expect(items.map(({ json }) => json)).toMatchObject([
			{ name: 'Bread on Shortpost', platform: 'shortpost', status: 'draft', post_status: 'draft' },
			{ name: 'Cakes on Pagebook', platform: 'pagebook', text: 'Bread' },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('has one destination each as the service sent it', async () => {
		await harness.run('post', 'create', { ...twoAccounts(), options: {} });
		const options = { splitByAccount: true };
		const { items } = await harness.run('post', 'getAll', { options });
		expect(items.map(({ json }) => json.destinations)).toMatchObject([
			[{ account_id: harness.service.accountId('Bread on Shortpost') }],
			[{ account_id: harness.service.accountId('Cakes on Pagebook') }],
		]);
	});
});

it('a Retry of the execution returns the same, without another read', async () => {
	const input = ['Bread on Shortpost', 'Always fails'].map((name) => ({
		json: { account: harness.service.accountId(name) },
	}));
	const parameters = {
		text: 'Bread',
		accountIds: '={{ [$json.account] }}',
		afterCreate: 'publish',
		simplify: true,
	};
	const continueOnFail = 'continueRegularOutput' as const;
	const first = await harness.run('post', 'create', parameters, { input, continueOnFail });
	const stopped = await harness.run('post', 'create', parameters, { input });
	harness.requests();

	const options = { input, retryOf: stopped, continueOnFail };
	const { items } = await harness.run('post', 'create', parameters, options);

	expect(Object.keys(items[0]?.json ?? {})).toEqual(SIMPLE_FIELDS);
	expect(items[0]?.json).toMatchObject({ status: 'published', failed_accounts: [] });
	expect(harness.requests()).not.toContain('create_post');
	// A failed item keeps the post as the service sent it.
	expect(first.items[1]?.json.post).toMatchObject({ destinations: [{ status: 'failed' }] });
});

it('a delivery that the service returns in place of its post stays as it was sent', async () => {
	await harness.close();
	await harness.open({ dialect: dialects.second });
	const { destinationId, postId } = await failed(harness);
	const { items } = await harness.run('post', 'retryDelivery', {
		destinationId,
		waitForOutcome: false,
		simplify: true,
	});
	expect(items[0]?.json).toMatchObject({ id: destinationId, post_id: postId.value });
});

it('a switch that is neither on nor off is an error before anything is sent', async () => {
	for (const wrong of [{ simplify: 'maybe' }, { options: { splitByAccount: 'maybe' } }]) {
		const { error } = await harness.run('post', 'publish', { postId: byId('p'), ...wrong });
		expect(error?.message).toMatch(/^'(Simplify|One Item per Account)' must be true or false/);
	}
	expect(harness.requests()).toEqual([]);
});
