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
	({ name }) => /^post:/.test(name) && !/:(delete|getCalendar|preview|validate)$/.test(name),
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
		// Or not at all, if this process knows them from the preparation of the case.
		expect(requests.filter((request) => request === 'list_accounts').length).toBeLessThan(2);
	});
});

it('Simplify is on by default', async () => {
	const parameters = { text: 'Bread', accountIds: [bread(harness)] };
	const { items } = await harness.run('post', 'create', { ...parameters, simplify: undefined });
	expect(Object.keys(items[0]?.json ?? {})).toEqual(SIMPLE_FIELDS);
});

it('the simplified post has the links of its publications, and the accounts that failed, with the reasons', async () => {
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

it('Simplify reads the accounts once for all items', async () => {
	const input = Array.from({ length: 3 }, () => ({ json: {} }));
	const parameters = { text: 'Bread', accountIds: [bread(harness)] };
	await harness.run('post', 'create', { ...parameters, simplify: true }, { input });
	expect(harness.requests().filter((name) => name === 'list_accounts')).toHaveLength(1);
});

it('a simplified post has no account names if the accounts cannot be read', async () => {
	const action = { kind: 'status', when: 'before', status: 403 } as const;
	harness.service.faults.add({ operation: 'list_accounts', times: 9, action });
	const { postId } = await draft(harness);
	const { items, error } = await harness.run('post', 'get', { postId, simplify: true });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ accounts: [{ name: null, platform: 'shortpost' }] });
});

it('a Retry of the execution returns the simplified post, without another read', async () => {
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

it('a delivery that the service returns in place of its post is not simplified', async () => {
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

it('a value that is neither on nor off is an error before anything is sent', async () => {
	for (const wrong of [{ simplify: 'maybe' }, { options: { splitByAccount: 'maybe' } }]) {
		const { error } = await harness.run('post', 'publish', { postId: byId('p'), ...wrong });
		expect(error?.message).toMatch(/^'(Simplify|One Item per Account)' must be true or false/);
	}
	expect(harness.requests()).toEqual([]);
});
