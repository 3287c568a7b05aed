import { usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness({
	dialect: { listedPost: (post) => ({ ...post, destinations: undefined, status: 'published' }) },
});

it('fetches no test event that only the list tells of, and the post itself denies', async () => {
	await harness.published('Fresh rolls', 'Always fails');
	const { error } = await harness.fetchTestEvent({ events: ['post.published'] });
	expect(error?.message).toBe('No recent event of the chosen kinds was found');
});
