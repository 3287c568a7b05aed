import { dialects } from '../../../service';
import { scheduledPost } from '../../../generators/faults/posts';
import { byId, useNodeHarness } from '../../support/nodeHarness';

const DAY_MS = 24 * 60 * 60 * 1_000;

const harness = useNodeHarness({ dialect: dialects.second });

it('finds a cancellation whose response was lost a day ago where posts have no status of their own', async () => {
	const accountId = harness.service.accountId('Bread on Shortpost');
	const { postId = '' } = await scheduledPost(harness, { name: 'old', accountId });
	const cancel = { postId: byId(postId) };
	harness.service.faults.add({
		operation: 'cancel_post',
		times: 5,
		action: { kind: 'status', when: 'after', status: 408 },
	});
	const failed = await harness.run('post', 'cancel', cancel);
	expect(failed.error?.description).toContain('It is not known whether this took effect');

	await harness.service.clock.advance(DAY_MS);
	const retried = await harness.run('post', 'cancel', cancel, { retryOf: failed });

	expect(retried.items[0]?.json).toMatchObject({ id: postId, scheduled_at: null });
	expect(harness.journal('cancel_post')).toHaveLength(5);
});
