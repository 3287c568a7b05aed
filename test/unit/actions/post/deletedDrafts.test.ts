import { ByHand } from '../../support/byHand';
import { useNodeHarness } from '../../support/nodeHarness';
import { bread, inHours } from '../createRecords';

const harness = useNodeHarness();

const scheduledPost = () => ({
	text: 'Fresh bread',
	accountIds: [bread(harness)],
	afterCreate: 'schedule',
	scheduledAt: inHours(harness, 4),
});

it.each([
	['schedule_post', 'before'],
	['create_post', 'after'],
] as const)(
	'after a lost %s, a Retry says that the draft was deleted by hand, and how to create it again',
	async (operation, when) => {
		const parameters = scheduledPost();
		harness.service.faults.add({ operation, times: 9, action: { kind: 'drop', when } });
		const failed = await harness.run('post', 'create', parameters);
		expect(failed.error).toBeDefined();
		harness.service.faults.clear();
		const [id = ''] = harness.service.state.posts.keys();
		expect(await new ByHand(harness).delete(id)).toBe(true);

		const { error } = await harness.run('post', 'create', parameters, { retryOf: failed });
		expect(error?.message).toContain('this was already done in an earlier attempt');
		expect(error?.description).toContain('The post has been deleted.');
		expect(error?.description).toContain('start a new execution');
		expect(error?.description).not.toContain('has been created');
	},
);

it('a draft that the Retry itself has created does not count as deleted if it is not found at first', async () => {
	const parameters = scheduledPost();
	const { faults, state } = harness.service;
	faults.add({ operation: 'create_post', times: 5, action: { kind: 'drop', when: 'before' } });
	const failed = await harness.run('post', 'create', parameters);
	expect(failed.error).toBeDefined();
	const action = { kind: 'status', when: 'before', status: 404, code: 'not_found' } as const;
	faults.add({ operation: 'get_post', action });

	const { error } = await harness.run('post', 'create', parameters, { retryOf: failed });
	const [id = ''] = state.posts.keys();
	expect(error?.description).toContain(`The draft has been created: its ID is ${id}`);
	expect(error?.description).not.toContain('has been deleted');
});
