import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { THREE_A_DAY, timesOf, useSlotHarness } from '../slots/queue';

const harness = useSlotHarness();

const rows = (...keys: string[]): IDataObject[] => keys.map((key) => ({ key, text: key }));

const parameters = (): INodeParameters => ({
	itemKey: '={{ $json.key }}',
	text: '={{ $json.text }}',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	wantedStatus: 'scheduled',
	scheduleMode: 'nextSlot',
	slots: THREE_A_DAY,
	timezone: 'UTC',
});

type RunOptions = Parameters<typeof harness.run>[3];

async function upsert(some: IDataObject[], options: RunOptions = {}, more: INodeParameters = {}) {
	const input = some.map((json) => ({ json }));
	const fields = { ...parameters(), ...more };
	const run = await harness.run('post', 'upsert', fields, { input, ...options });
	if (run.error !== undefined) throw run.error;
	return run.items.map(({ json }) => json.action);
}

const commands = () =>
	harness.requests().filter((name) => /^(create|schedule|reschedule|edit)_post$/.test(name));

it('rows take the free slots in their order, and keep them even if earlier ones become free', async () => {
	const id = await harness.scheduleByHand('By hand', '08:00');
	expect(await upsert(rows('One', 'Two'))).toEqual(['created', 'created']);
	expect(timesOf(harness.queue)).toEqual(['08:00 By hand', '12:00 One', '18:00 Two']);

	harness.service.state.posts.delete(id);
	commands();
	expect(await upsert(rows('One', 'Two'))).toEqual(['unchanged', 'unchanged']);
	expect(commands()).toEqual([]);
	expect(timesOf(harness.queue)).toEqual(['12:00 One', '18:00 Two']);
});

it('a row whose text changes keeps its slot', async () => {
	await upsert(rows('One'));
	expect(await upsert([{ key: 'One', text: 'Corrected' }])).toEqual(['updated']);
	expect(timesOf(harness.queue)).toEqual(['08:00 Corrected']);
});

it('a time that somebody has set by hand stays, even if it is no slot', async () => {
	await upsert(rows('One'));
	const [one] = harness.scheduled;
	const post = harness.service.state.posts.get(one?.id ?? '');
	if (post?.schedule) post.schedule.atMs += 30 * 60_000;
	expect(await upsert(rows('One'))).toEqual(['unchanged']);
	expect(timesOf(harness.queue)).toEqual(['08:30 One']);
});

it('a time that has passed without a publication stays, and the output says so', async () => {
	await upsert(rows('One'));
	const [one] = harness.scheduled;
	const post = harness.service.state.posts.get(one?.id ?? '');
	if (post?.schedule) post.schedule.atMs -= 24 * 3_600_000;
	commands();

	const input = rows('One').map((json) => ({ json }));
	const { items } = await harness.run(
		'post',
		'upsert',
		{ ...parameters(), simplify: true },
		{ input },
	);
	expect(items[0]?.json).toMatchObject({
		action: 'unchanged',
		message: expect.stringMatching(/^The post was due at .+, but it has not been published\./),
	});
	expect(commands()).toEqual([]);

	expect(await upsert(rows('One'), {}, { wantedStatus: 'draft' })).toEqual(['unscheduled']);
	expect(await upsert(rows('One'))).toEqual(['scheduled']);
	expect(timesOf(harness.queue)).toEqual(['08:00 One']);
});

it('a run that only shows what would change takes no slot', async () => {
	expect(await upsert(rows('One'), {}, { options: { dryRun: true } })).toEqual(['created']);
	expect(harness.queue).toEqual([]);
	expect(await upsert(rows('Two'))).toEqual(['created']);
	expect(timesOf(harness.queue)).toEqual(['08:00 Two']);
});

it('a row without a free slot leaves no draft', async () => {
	const options = { slotsDaysAhead: 1 };
	const run = upsert(rows('1', '2', '3', '4', '5', '6', '7'), {}, { options });
	const message: unknown = expect.stringContaining('No slot is free up to');
	await expect(run).rejects.toMatchObject({ message });
	expect(harness.service.state.posts.size).toBe(6);
});

it('the next run settles the slots of a run that was killed before it checked them', async () => {
	const process = await harness.startProcess();
	const { nodeType, killed } = process.killedWhen(() => harness.scheduled.length === 1);
	await Promise.race([upsert(rows('One'), { nodeType }), killed]);
	await harness.scheduleByHand('By hand', '08:00');

	expect(await upsert(rows('One', 'Two'))).toEqual(['rescheduled', 'created']);
	expect(harness.shared).toEqual([]);
	expect(timesOf(harness.queue)).toEqual(['08:00 By hand', '12:00 One', '18:00 Two']);
	commands();
	expect(await upsert(rows('One', 'Two'))).toEqual(['unchanged', 'unchanged']);
	expect(harness.requests()).toHaveLength(1);
});

it('a row whose post shares its slot with one of another process says so', async () => {
	const other = await harness.startProcess();
	const action = {
		kind: 'hold',
		when: 'before',
		until: async () => await upsert(rows('Other'), { nodeType: other.nodeType }),
	} as const;
	harness.service.faults.add({ operation: 'schedule_post', action });
	const input = rows('One').map((json) => ({ json }));
	const { items, error } = await harness.run('post', 'upsert', parameters(), { input });
	expect(error).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Other']);
	const [{ json } = { json: {} }] = items;
	expect(json).toMatchObject({ key: 'One', action: 'created', slot_shared: true });
});
