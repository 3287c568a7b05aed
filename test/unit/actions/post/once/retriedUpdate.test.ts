import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();

it('a Retry publishes the corrected item if the update of its draft got no response', async () => {
	const lose = (operation: string) => {
		const action = { kind: 'drop', when: 'before' } as const;
		harness.service.faults.add({ operation, times: 9, action });
	};
	lose('publish_post');
	await harness.post(feed('One'));
	const corrected = feed('One').map((item) => ({ ...item, title: 'One, corrected' }));
	lose('edit_post');
	const failed = await harness.post(corrected);
	expect(failed.error?.message).toContain('Could not update the post');
	harness.service.faults.clear();
	expect((await harness.post(corrected, {}, { retryOf: failed })).error).toBeUndefined();
	await harness.service.clock.advance(60_000);
	expect(harness.published).toEqual(eachOnce('One, corrected'));
});
