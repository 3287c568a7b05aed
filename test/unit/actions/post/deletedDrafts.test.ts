import { ByHand } from '../../support/byHand';
import { useNodeHarness } from '../../support/nodeHarness';
import { bread, inHours } from '../createRecords';

const harness = useNodeHarness();

it('a Retry says that the draft was deleted by hand, and how to create it again', async () => {
	const parameters = {
		text: 'Fresh bread',
		accountIds: [bread(harness)],
		afterCreate: 'schedule',
		scheduledAt: inHours(harness, 4),
	};
	const action = { kind: 'status', when: 'before', status: 503 } as const;
	harness.service.faults.add({ operation: 'schedule_post', times: 9, action });
	const failed = await harness.run('post', 'create', parameters);
	expect(failed.error).toBeDefined();
	harness.service.faults.clear();
	const [id = ''] = harness.service.state.posts.keys();
	expect(await new ByHand(harness).delete(id)).toBe(true);

	const { error } = await harness.run('post', 'create', parameters, { retryOf: failed });
	expect(error?.description).toContain('The post has been deleted.');
	expect(error?.description).toContain('start a new execution');
	expect(error?.description).not.toContain('has been created');
});
