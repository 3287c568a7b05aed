import { nameItems } from '../../../nodes/SocialPublishing/actions/runHints';
import { byId, useNodeHarness } from '../support/nodeHarness';
import { draft, inHours } from './createRecords';

const harness = useNodeHarness();

describe('the names of items', () => {
	it.each([
		[[0], 'Item 1'],
		[[0, 1], 'Items 1 and 2'],
		[[2, 0, 1], 'Items 1 to 3'],
		[[0, 2, 4], 'Items 1, 3 and 5'],
		[[0, 1, 2, 3, 4, 5, 6, 8, 9], 'Items 1 to 7, 9 and 10'],
	])('for the indices %j are %s', (indices, name) => {
		expect(nameItems(indices)).toBe(name);
	});
});

describe('a run that stops on errors', () => {
	const HOUR_MS = 3_600_000;
	const scheduled = () => ({
		text: '={{ $json.text }}',
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		afterCreate: 'schedule',
		scheduledAt: '={{ $json.at }}',
	});
	const rows = (...hoursAhead: number[]) =>
		hoursAhead.map((hours, index) => ({
			json: {
				text: `Row ${index + 1}`,
				at: inHours(harness, hours),
			},
		}));
	const refuse = (nth: number) =>
		harness.service.faults.add({
			operation: 'create_post',
			nth,
			action: { kind: 'status', when: 'before', status: 422, code: 'odd', message: 'Odd text' },
		});

	it('sends nothing if one of its items cannot work', async () => {
		const { error } = await harness.run('post', 'create', scheduled(), { input: rows(1, -1, 1) });

		expect(error?.context?.itemIndex).toBe(1);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(harness.requests().filter((name) => name !== 'list_accounts')).toEqual([]);
	});

	it('sends the other items if the workflow continues', async () => {
		const { items } = await harness.run('post', 'create', scheduled(), {
			input: rows(1, -1, 1),
			continueOnFail: 'continueRegularOutput',
		});

		expect(items.map(({ json }) => json.status)).toEqual(['scheduled', null, 'scheduled']);
		expect(harness.journal('create_post')).toHaveLength(2);
	});

	it('names the items that had been sent, and a Retry of the execution continues after them', async () => {
		const input = rows(1, 1, 1, 1);
		refuse(4);
		const failed = await harness.run('post', 'create', scheduled(), { input });

		expect(failed.error?.context?.itemIndex).toBe(3);
		expect(failed.error?.description).toContain(
			' Items 1 to 3 were already sent. Retry this execution (Executions → Retry) to continue from here.',
		);

		const retried = await harness.run('post', 'create', scheduled(), { input, retryOf: failed });
		expect(retried.error).toBeUndefined();
		expect(harness.service.state.posts.size).toBe(4);
	});

	it('names the items that the retried execution had sent', async () => {
		const input = rows(1, 1, 1);
		refuse(2);
		const failed = await harness.run('post', 'create', scheduled(), { input });
		const edited = { ...scheduled(), scheduledAt: '={{ $itemIndex === 2 ? "soon" : $json.at }}' };
		const retried = await harness.run('post', 'create', edited, { input, retryOf: failed });

		expect(retried.error?.message).toContain('soon');
		expect(retried.error?.description).toMatch(
			/^Nothing was sent for this item\. .* Item 1 was already sent/,
		);
	});

	it('names an item that was started, and whose time was too close when it was to be finished', async () => {
		const input = rows(1, 1);
		harness.service.faults.add({
			operation: 'schedule_post',
			times: 10,
			action: { kind: 'drop', when: 'before' },
		});
		const failed = await harness.run('post', 'create', scheduled(), { input });
		await harness.service.clock.advance(HOUR_MS);
		const retried = await harness.run('post', 'create', scheduled(), { input, retryOf: failed });

		expect(retried.error?.context?.itemIndex).toBe(1);
		expect(retried.error?.description).toContain(
			'Nothing was sent for this item. Choose a later time, or publish the post now. Item 1 was already started but not finished. Retry this execution',
		);
	});

	it('names no items before the first', async () => {
		refuse(1);
		const { error } = await harness.run('post', 'create', scheduled(), { input: rows(1, 1) });
		expect(error?.description).not.toMatch(/already sent/);
	});

	it('does not name items that were only read', async () => {
		const { id } = await draft(harness);
		const ids = JSON.stringify([id, 'post_missing']);
		const { error } = await harness.run(
			'post',
			'get',
			{ postId: byId(`={{ ${ids}[$itemIndex] }}`) },
			{ input: [{ json: {} }, { json: {} }] },
		);
		expect(error?.message).toContain('cannot find it');
		expect(error?.description).not.toMatch(/already sent/);
	});
});
