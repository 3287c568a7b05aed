import { eventsOf, usePollHarness } from '../support/pollHarness';

let isWrapped = false;

const harness = usePollHarness({
	dialect: { fullPost: (post) => (isWrapped ? { post } : post) },
});

it('Include Resource adds the details of a post that the service wraps, and leaves the post as sent', async () => {
	isWrapped = false;
	const host = await harness.activated({ includeResource: true, events: ['post.failed'] });
	const id = await harness.published('Fresh rolls', 'Always fails');
	isWrapped = true;
	await host.poll();
	expect(eventsOf(host)).toEqual([
		expect.objectContaining({
			account_name: 'Always fails',
			post_text: 'Fresh rolls',
			error_message: expect.stringContaining('Always fails'),
			resource: {
				post: expect.objectContaining({ id, text: 'Fresh rolls' }),
				etag: expect.any(String),
			},
		}),
	]);
});
