import { usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const CAKES = 'Cakes on Pagebook';

it('Fetch Test Event returns the latest of the chosen events that have happened', async () => {
	await harness.published('Older', CAKES);
	await harness.service.clock.advance(60_000);
	const id = await harness.published('Newer', CAKES);
	await harness.draft('A draft', CAKES);
	harness.requests();
	const { items } = await harness.fetchTestEvent({ events: ['post.published', 'post.failed'] });
	expect(harness.requests()).toEqual(['list_posts']);
	expect(items).toEqual([
		expect.objectContaining({
			json: {
				id: expect.stringMatching(/^poll_/),
				type: 'post.published',
				workspace_id: harness.workspaceId,
				created_at: expect.any(String),
				data: { post_id: id, status: 'published' },
			},
		}),
	]);
});

it('Fetch Test Event returns an event with the same ID as in production', async () => {
	const host = await harness.activated({ events: ['post.published'] });
	await harness.published('Fresh rolls', CAKES);
	const { items } = await harness.fetchTestEvent({ events: ['post.published'] });
	await host.poll();
	expect(host.executions[0]?.items[0]?.json.id).toBe(items[0]?.json.id);
});

it('Fetch Test Event includes the resource and the known details of the account and the post', async () => {
	await harness.published('Fresh rolls', 'Always fails');
	const { items } = await harness.fetchTestEvent({
		events: ['delivery.failed'],
		includeResource: true,
	});
	expect(items[0]?.json).toMatchObject({
		type: 'delivery.failed',
		resource: { text: 'Fresh rolls', etag: expect.stringMatching(/^".+"$/) },
		account_name: 'Always fails',
		platform: 'pagebook',
		post_text: 'Fresh rolls',
		error_message: 'The platform rejected the post.',
	});
});

it('Fetch Test Event returns an event about an account that has to be reconnected', async () => {
	harness.service.setConnected(CAKES, false);
	const { items } = await harness.fetchTestEvent({ events: ['account.reconnect_required'] });
	expect(items[0]?.json.data).toEqual({
		account_id: harness.service.accountId(CAKES),
		status: 'reconnect_required',
	});
});

it('Fetch Test Event shows an error if there is no event', async () => {
	await harness.draft('A draft', CAKES);
	const { error } = await harness.fetchTestEvent({ events: ['post.published'] });
	expect(error?.message).toBe('No recent event of the chosen types was found');
	expect(error?.description).toContain('publish a post and fetch a test event again');
});

it.each([
	[{ options: { watchPostsForDays: 0 } }, "'Watch Posts For Days' must be a number of at least 1"],
])(
	'Fetch Test Event shows an error that explains what to correct in %j',
	async (parameters, message) => {
		const { error } = await harness.fetchTestEvent(parameters);
		expect(error?.message).toBe(message);
		expect(harness.requests()).toEqual([]);
	},
);
