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

describe('a new draft that the service does not find at first', () => {
	const hide = (operation: string, times = 1) => {
		const action = { kind: 'status', when: 'before', status: 404, code: 'not_found' } as const;
		harness.service.faults.add({ operation, times, action });
	};
	const statuses = () => [...harness.service.state.posts.values()].map(({ status }) => status);

	it.each(['execution', 'content', 'once'])(
		'is scheduled a moment later, with idempotency %s',
		async (idempotency) => {
			hide('schedule_post');
			hide('get_post', 2);
			const parameters = { ...scheduledPost(), idempotency, onceKey: 'bread' };
			expect((await harness.run('post', 'create', parameters)).error).toBeUndefined();
			expect(statuses()).toEqual(['scheduled']);
		},
	);

	it('is scheduled by the Retry that has created it', async () => {
		const parameters = scheduledPost();
		const lost = { kind: 'drop', when: 'before' } as const;
		harness.service.faults.add({ operation: 'create_post', times: 5, action: lost });
		const failed = await harness.run('post', 'create', parameters);
		expect(failed.error).toBeDefined();
		hide('get_post');
		const { error } = await harness.run('post', 'create', parameters, { retryOf: failed });
		expect(error).toBeUndefined();
		expect(statuses()).toEqual(['scheduled']);
	});

	it('is named in the error if it stays missing', async () => {
		hide('schedule_post', 99);
		hide('get_post', 99);
		const { error } = await harness.run('post', 'create', scheduledPost());
		const [id = ''] = harness.service.state.posts.keys();
		expect(error?.description).toContain(`The draft has been created: its ID is ${id}`);
	});
});
