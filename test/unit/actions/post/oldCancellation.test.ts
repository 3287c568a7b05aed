import { dialects } from '../../../service';
import { useNodeHarness } from '../../support/nodeHarness';
import { scheduled } from '../createRecords';

const DAY_MS = 24 * 60 * 60 * 1_000;

const harness = useNodeHarness({ dialect: dialects.second });

it('Cancel recognizes a cancellation whose response was lost a day ago, even if posts have no status of their own', async () => {
	const { postId, id } = await scheduled(harness);
	const cancel = { postId };
	harness.service.faults.add({
		operation: 'cancel_post',
		times: 5,
		action: { kind: 'status', when: 'after', status: 408 },
	});
	const failed = await harness.run('post', 'cancel', cancel);
	expect(failed.error?.description).toContain('The attempt to cancel the post may have succeeded.');

	await harness.service.clock.advance(DAY_MS);
	const retried = await harness.run('post', 'cancel', cancel, { retryOf: failed });

	expect(retried.items[0]?.json).toMatchObject({ id, scheduled_at: null });
	expect(harness.journal('cancel_post')).toHaveLength(5);
});
