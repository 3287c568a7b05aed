import { NAMES_KEPT } from '../../../../../nodes/SocialPublishing/commands/ledgerStore';
import { ProcessedItems } from '../../../../engine';
import { HOUR_MS, inHours } from '../../createRecords';
import { eachOnce, feed, textsByOutput, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const atOnce = { waitForOutcome: true };

it('an item whose deliveries failed is not posted again', async () => {
	const failing = { ...atOnce, accountIds: [harness.service.accountId('Always fails')] };
	const first = await harness.post(feed('One'), failing);
	expect(first.error?.message).toMatch(/^Not published on Always fails/);
	const second = await harness.post(feed('One'), failing);
	expect(second.error).toBeUndefined();
	expect(second.items).toEqual([]);
	expect(harness.journal('publish_post')).toHaveLength(1);
});

it('a Retry On Fail does not hide the deliveries that failed', async () => {
	const failing = { ...atOnce, accountIds: [harness.service.accountId('Always fails')] };
	const { error } = await harness.post(feed('One'), failing, {
		retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 },
	});
	expect(error?.message).toMatch(/^Not published on Always fails/);
	expect(harness.journal('publish_post')).toHaveLength(1);
});

it('a Retry of the execution returns the items that the failed execution had posted', async () => {
	const refused = { kind: 'status', when: 'before', status: 422, message: 'Odd text' } as const;
	harness.service.faults.add({ operation: 'create_post', nth: 2, action: refused });
	const input = feed('One', 'Two').map((json) => ({ json }));
	const failed = await harness.post(input);
	expect(failed.error).toBeDefined();
	const retried = await harness.post(input, {}, { retryOf: failed });
	expect(retried.error).toBeUndefined();
	expect(retried.items.map(({ json }) => json.text)).toEqual(['One', 'Two']);
	await later(1);
	expect(harness.published).toEqual(eachOnce('One', 'Two'));
});

it('an item that was posted before does not make the run fail, even if it is invalid now', async () => {
	const time = { afterCreate: 'schedule', scheduledAt: '={{ $json.at }}' };
	const at = inHours(harness, 1);
	const items = feed('One').map((item) => ({ ...item, at }));
	await harness.post(items, time);
	await later(2);
	const { error, items: output } = await harness.post(items, time);
	expect(error).toBeUndefined();
	expect(output).toEqual([]);
});

it('nothing is sent if n8n cannot read which items have been posted', async () => {
	ProcessedItems.current.beforeWrite = async () => await Promise.reject(new Error('disk full'));
	const { error } = await harness.post(feed('One', 'Two'));
	expect(error?.message).toMatch(/^Items 1 and 2: Could not find out/);
	expect(error?.description).toContain(
		'Items 1 and 2: Could not find out which items have been posted before. Nothing was sent. n8n, which stores this with the saved workflow, reports: disk full.',
	);
	expect(harness.requests().filter((name) => name !== 'list_accounts')).toEqual([]);
});

it('a hint states that n8n cannot save which items have been posted, and the next run looks for their posts', async () => {
	const { current } = ProcessedItems;
	const { posts } = harness.service.state;
	current.beforeWrite = async () => {
		if (posts.size > 0) throw new Error('disk full');
	};
	const { error, hints } = await harness.post(feed('One'));
	expect(error).toBeUndefined();
	expect(hints.map(({ message }) => message).join()).toContain(
		'n8n could not save which items have been posted: disk full. The next run looks for their posts',
	);
	current.beforeWrite = async () => undefined;
	await later(25);
	await harness.post(feed('One'));
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
});

it("each further item takes three calls of n8n's store", async () => {
	const callsFor = async (...titles: string[]) => {
		const before = ProcessedItems.current.calls;
		await harness.post(feed(...titles));
		return ProcessedItems.current.calls - before;
	};
	const forOne = await callsFor('One');
	expect((await callsFor('Two', 'Three', 'Four')) - forOne).toBe(7);
});

it("n8n's store keeps the newest 10,000 keys", async () => {
	const numbers = Array.from({ length: 10_000 }, (_, index) => index);
	const name = 'testWorkflow0001/n:5f0c2f7e-1f0b-4d3a-9a59-3f1a3c1d7a10';
	await harness.post(feed('Oldest', 'First'));
	const marks = ProcessedItems.current.records.get(name) ?? [];
	const one = JSON.stringify(feed('Oldest')[0]?.guid).slice(1, -1);
	const more = numbers.flatMap((number) =>
		marks
			.filter((mark) => String(mark).includes(one))
			.map((mark) => String(mark).replace(one, `key ${number}`)),
	);
	ProcessedItems.current.records.set(name, [...marks, ...more].slice(-NAMES_KEPT));
	const { items } = await harness.post(feed('First'));
	expect(items).toEqual([]);
});

it('the error of an item whose outcome cannot be read names its post, and does not announce another attempt', async () => {
	const { faults } = harness.service;
	const lost = { kind: 'drop', when: 'after' } as const;
	faults.add({ operation: 'publish_post', times: Infinity, action: lost });
	expect((await harness.post(feed('One'), { waitForOutcome: true })).error).toBeDefined();
	faults.clear();
	const down = { kind: 'status', when: 'before', status: 503 } as const;
	faults.add({ operation: 'get_post', nth: 3, times: Infinity, action: down });
	const { error } = await harness.post(feed('One'), { waitForOutcome: true });
	const [id] = harness.service.state.posts.keys();
	expect(error?.description).toContain(`Post ID: ${id}.`);
	expect(error?.description).not.toContain('The next run');
	faults.clear();
	const again = await harness.post(feed('One'), { waitForOutcome: true });
	expect(textsByOutput(again)).toEqual([[], ['One']]);
});
