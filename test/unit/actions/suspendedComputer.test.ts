import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { useNodeHarness } from '../support/nodeHarness';
import { bread } from './createRecords';

const DAY_MS = 24 * 60 * 60 * 1_000;

const harness = useNodeHarness();

/** The first pause takes more than a day, as if the computer had been closed. */
function sleepThroughNextPause(): void {
	const wait = clock.wait;
	jest.spyOn(clock, 'wait').mockImplementationOnce(async (durationMs, signal) => {
		await wait(durationMs + DAY_MS, signal);
	});
}

it('the node does not repeat a command once the service has forgotten its key', async () => {
	const parameters = { text: 'Fresh bread', accountIds: [bread(harness)] };
	harness.service.faults.add({
		operation: 'create_post',
		action: { kind: 'drop', when: 'after' },
	});
	sleepThroughNextPause();

	const failed = await harness.run('post', 'create', parameters);
	expect(failed.error?.description).toContain('The attempt to create the post may have succeeded.');
	expect(harness.journal('create_post')).toHaveLength(1);

	const retried = await harness.run('post', 'create', parameters, { retryOf: failed });
	expect(retried.error).toBeUndefined();
	expect(harness.service.state.posts.size).toBe(1);
});

it('the node repeats a command that the service is known not to have carried out', async () => {
	const parameters = { text: 'Fresh bread', accountIds: [bread(harness)] };
	harness.service.faults.add({
		operation: 'create_post',
		action: { kind: 'status', when: 'before', status: 429, code: 'rate_limited' },
	});
	sleepThroughNextPause();

	const { error } = await harness.run('post', 'create', parameters);
	expect(error).toBeUndefined();
	expect(harness.service.state.posts.size).toBe(1);
});
