import { useNodeHarness } from '../../support/nodeHarness';
import { bread, draft, inHours } from '../createRecords';

describe('a check that fails after an accepted command', () => {
	const harness = useNodeHarness();
	const unreadable = { kind: 'status', when: 'before', status: 503 } as const;
	const failReads = (nth: number) =>
		harness.service.faults.add({ operation: 'get_post', nth, times: 10, action: unreadable });

	it.each([
		['with a key of its own', { idempotency: 'custom', idempotencyKey: 'k' }],
		['with Skip the Same Content', { idempotency: 'content' }],
	])('does not turn a published post into a draft, %s', async (_name, mode) => {
		const fields = {
			text: 'Fresh bread',
			accountIds: [bread(harness)],
			...mode,
			afterCreate: 'publish',
			waitForOutcome: false,
		};
		failReads(1);
		const { error } = await harness.run('post', 'create', fields);
		const [id = ''] = harness.service.state.posts.keys();
		expect(harness.journal('publish_post')).toHaveLength(1);
		expect(error?.message).toBe(
			'Accepted, not checked (publish the post): the service reports a server error (status 503)',
		);
		expect(error?.description).toMatch(/^The service has accepted the command, now or before\./);
		expect(error?.description).toContain(`Post ID: ${id}.`);
		expect(error?.description).not.toContain('draft');
		expect(error?.description).not.toContain('neither published nor scheduled');
	});

	it('leaves a schedule accepted, and the next run checks it', async () => {
		const { postId, id } = await draft(harness);
		const options = { idempotency: 'custom', idempotencyKey: 's' };
		const fields = { postId, scheduledAt: inHours(harness, 4), options };
		// The first read is that of the revision.
		failReads(2);
		const first = await harness.run('post', 'schedule', fields);
		expect(harness.service.state.posts.get(String(id))?.status).toBe('scheduled');
		expect(first.error?.message).toMatch(/^Accepted, not checked \(schedule the post\): /);
		harness.service.faults.clear();
		const { items, error } = await harness.run('post', 'schedule', fields);
		expect(error).toBeUndefined();
		expect(items[0]?.json.status).toBe('scheduled');
	});
});
