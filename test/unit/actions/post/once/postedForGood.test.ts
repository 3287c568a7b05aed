import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const texts = ({ items }: { items: Array<{ json: { text?: unknown } }> }) =>
	items.map(({ json }) => json.text);

it('the node posts each item once, also a day later and in another process', async () => {
	const first = await harness.post(feed('One', 'Two'));
	expect(first.error).toBeUndefined();
	expect(texts(first)).toEqual(['One', 'Two']);
	await later(25);
	harness.requests();

	const second = await harness.post(feed('One', 'Two', 'Three'), {}, await harness.startProcess());
	expect(second.error).toBeUndefined();
	expect(texts(second)).toEqual(['Three']);
	await later(1);
	expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
	expect(harness.journal('create_post')).toHaveLength(3);
});

it("the node sends nothing for a feed that is done, with three calls of n8n's store", async () => {
	const items = feed('One', 'Two', 'Three');
	await harness.post(items);
	harness.requests();
	const { calls } = harness.marks;

	const { items: output, error } = await harness.post(items);
	expect(error).toBeUndefined();
	expect(output).toEqual([]);
	expect(harness.requests()).toEqual([]);
	expect(harness.marks.calls - calls).toBe(3);
});

it('the node tries a failed item again, and posts the others', async () => {
	const refused = { kind: 'status', when: 'before', status: 422, message: 'Odd text' } as const;
	harness.service.faults.add({ operation: 'create_post', nth: 1, action: refused });
	const run = await harness.post(feed('One', 'Two', 'Three'));
	expect(run.error?.message).toContain('Could not create the post');
	expect(run.error?.context?.itemIndex).toBe(0);
	expect(run.error?.description).toContain(
		'Items 2 and 3 succeeded, but the next steps did not receive them. Retry this execution',
	);
	await later(1);
	expect(harness.published).toEqual(eachOnce('Two', 'Three'));

	const second = await harness.post(feed('One', 'Two', 'Three'));
	expect(second.error).toBeUndefined();
	expect(texts(second)).toEqual(['One']);
	await later(1);
	expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
});

it('the run ends with one error that lists all failed items', async () => {
	const refused = (message: string) =>
		({ kind: 'status', when: 'before', status: 422, message }) as const;
	harness.service.faults.add({ operation: 'create_post', nth: 1, action: refused('Too odd') });
	harness.service.faults.add({ operation: 'create_post', nth: 3, action: refused('Too even') });
	const { error } = await harness.post([...feed('One', 'Two', 'Three'), { title: 'No key' }]);
	expect(error?.message).toBe('Items 1, 3 and 4 failed');
	expect(error?.description).toMatch(
		/^Item 1: .*Too odd.* Item 3: .*Too even.* Item 4: 'Recognize Items By' is empty\./,
	);
	expect(error?.description).toMatch(
		/Item 2 succeeded, but .* The next run tries the failed items again\.$/,
	);
});

it.each([undefined, '', '  ', null])(
	'the node sends nothing for an item with the key %j',
	async (guid) => {
		const { error } = await harness.post([{ guid, title: 'One' }], {
			onceKey: '={{ $json.guid }}',
		});
		expect(error?.message).toBe("'Recognize Items By' is empty");
		expect(harness.requests()).toEqual([]);
	},
);

it('the node posts the first of several items with the same key', async () => {
	const items = [...feed('One'), { ...feed('One')[0], title: 'One again' }, ...feed('Two')];
	const run = await harness.post(items);
	expect(texts(run)).toEqual(['One', 'Two']);
});

it('the node posts each item once if three executions run at once, in one process', async () => {
	const items = feed('One', 'Two', 'Three');
	const runs = await Promise.all([harness.post(items), harness.post(items), harness.post(items)]);
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
	await later(25);
	await harness.post(items);
	await later(1);
	expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
});

it('the node posts each item once if three processes run at once', async () => {
	const items = feed('One', 'Two', 'Three');
	const processes = [
		await harness.startProcess(),
		await harness.startProcess(),
		await harness.startProcess(),
	];
	const round = async () =>
		await Promise.all(processes.map(async (process) => await harness.post(items, {}, process)));
	const runs = await round();
	expect(runs.map((run) => run.error)).toEqual([undefined, undefined, undefined]);
	await later(25);
	await round();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
});
