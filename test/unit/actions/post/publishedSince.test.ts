import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread, draft, inHours } from '../createRecords';

/** The service repeats its stored response to a schedule, although somebody has published the post since. */

const harness = useNodeHarness();

it('the schedule of a post that was created before and published since is an error that shows the post', async () => {
	const again = { text: 'Fresh bread', accountIds: [bread(harness)], idempotency: 'content' };
	const { items } = await harness.run('post', 'create', again);
	const id = String(items[0]?.json.id);
	expect((await harness.run('post', 'publish', { postId: byId(id) })).error).toBeUndefined();

	const scheduled = { ...again, afterCreate: 'schedule', scheduledAt: inHours(harness, 4) };
	const { error } = await harness.run('post', 'create', scheduled);

	expect(error?.message).toMatch(
		/^Could not create the post: this was already done with the same content/,
	);
	expect(error?.description).toMatch(/Published: /);
	expect(error?.description).toContain(id);
	expect(error?.description).not.toMatch(/neither published|has been created/);
});

describe('a schedule that is repeated after somebody has published the post', () => {
	/** Reads no accounts before it fails. */
	async function schedulePublished() {
		const { postId, id } = await draft(harness);
		const scheduledAt = inHours(harness, 4);
		const schedule = async () =>
			await harness.run('post', 'schedule', {
				postId,
				scheduledAt,
				options: { idempotency: 'custom', idempotencyKey: 's' },
			});
		await schedule();
		await harness.run('post', 'publish', { postId, waitForOutcome: false });
		await harness.service.clock.advance(10 * 60_000);
		harness.requests();
		const { error } = await schedule();
		const requests = harness.requests().filter((name) => name !== 'get_post');
		return { id: String(id), description: error?.description, requests };
	}

	it('is an error that says on which account it is published, by name, platform and ID', async () => {
		const { id, description, requests } = await schedulePublished();
		const name = 'Bread on Shortpost (shortpost)';
		expect(description).toContain(
			`Published: ${name}. Post ID: ${id}. Account IDs: ${name} = ${bread(harness)}. `,
		);
		expect(requests).toEqual(['schedule_post', 'list_accounts']);
	});

	it('is an error that names the account by its ID if the accounts cannot be read', async () => {
		const action = { kind: 'status', when: 'before', status: 403 } as const;
		harness.service.faults.add({ operation: 'list_accounts', times: Infinity, action });
		const { id, description } = await schedulePublished();
		expect(description).toContain(
			`Published: ${bread(harness)} (shortpost). Post ID: ${id}. To do it again`,
		);
	});
});
