import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { THREE_A_DAY, timesOf, useSlotHarness } from '../slots/queue';

// Rows whose accounts change after their posts have got a slot.

const harness = useSlotHarness();

const BREAD = 'Bread on Shortpost';
const CAKES = 'Cakes on Pagebook';
const WORK = 'Bakery on Worklink';

const row = (key: string, ...accounts: string[]): IDataObject => ({
	key,
	text: key,
	accounts: accounts.map((name) => harness.service.accountId(name)),
});

const parameters = (more: INodeParameters): INodeParameters => ({
	itemKey: '={{ $json.key }}',
	text: '={{ $json.text }}',
	accountIds: '={{ $json.accounts }}',
	wantedStatus: 'scheduled',
	scheduleMode: 'nextSlot',
	slots: THREE_A_DAY,
	timezone: 'UTC',
	...more,
});

type RunOptions = Parameters<typeof harness.run>[3];

/** Returns the action and the changes of each row. */
async function upsert(rows: IDataObject[], more: INodeParameters = {}, options: RunOptions = {}) {
	const input = rows.map((json) => ({ json }));
	const run = await harness.run('post', 'upsert', parameters(more), { input, ...options });
	if (run.error !== undefined) throw run.error;
	return run.items.map(({ json: { action, changed } }) => [action, ...[changed].flat()].join(' '));
}

const commands = () =>
	harness.requests().filter((name) => /^(create|schedule|reschedule|edit)_post$/.test(name));

const MOVED = 'rescheduled destinations scheduled_at';
const UPDATED = 'updated destinations';

it('a post moves to the next free slot if a new account has a post in its slot', async () => {
	await upsert([row('One', BREAD), row('Two', CAKES)]);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Two']);

	const grown = [row('One', BREAD, CAKES), row('Two', CAKES)];
	expect(await upsert(grown, { options: { dryRun: true } })).toEqual([MOVED, 'unchanged']);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Two']);
	expect(await upsert(grown)).toEqual([MOVED, 'unchanged']);
	expect(timesOf(harness.queue)).toEqual(['08:00 Two', '12:00 One']);

	commands();
	expect(await upsert(grown)).toEqual(['unchanged', 'unchanged']);
	expect(commands()).toEqual([]);
});

it('a post keeps its slot if no new account has a post there', async () => {
	await upsert([row('One', BREAD), row('Two', CAKES)]);
	expect(await upsert([row('One', BREAD, WORK), row('Two', CAKES)])).toEqual([
		UPDATED,
		'unchanged',
	]);
	expect(await upsert([row('One', WORK), row('Two', CAKES)])).toEqual([UPDATED, 'unchanged']);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Two']);
});

it('a post moves if its brand grows by an account that has a post in its slot', async () => {
	const { state } = harness.service;
	const more = { destinationInput: 'brand', brandId: harness.service.brandId('Cakes') };
	await upsert([row('One')], more);
	await harness.scheduleByHand('By hand', '08:00', 0, WORK);
	const work = state.accounts.get(harness.service.accountId(WORK));
	if (work) work.brandId = harness.service.brandId('Cakes');
	await harness.service.clock.advance(10 * 60_000);

	expect(await upsert([row('One')], more)).toEqual([MOVED]);
	expect(harness.shared).toEqual([]);
	expect(await upsert([row('One')], more)).toEqual(['unchanged']);
});

it('if several posts get the same account in one run, one of them keeps the slot', async () => {
	await upsert([row('One', BREAD), row('Two', CAKES)]);
	const grown = [row('One', BREAD, WORK), row('Two', CAKES, WORK)];

	expect(await upsert(grown)).toEqual([UPDATED, MOVED]);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two']);
	expect(await upsert(grown)).toEqual(['unchanged', 'unchanged']);
});

it('a post whose time has passed unsent stays where it is', async () => {
	await upsert([row('One', BREAD), row('Two', CAKES)]);
	for (const { id } of harness.scheduled) {
		const { schedule } = harness.service.state.posts.get(id) ?? {};
		if (schedule) schedule.atMs -= 24 * 3_600_000;
	}
	expect(await upsert([row('One', BREAD, CAKES)])).toEqual([UPDATED]);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Two']);
});

it('the next run moves the post if a run was killed after the update', async () => {
	await upsert([row('One', BREAD), row('Two', CAKES)]);
	const grown = [row('One', BREAD, CAKES), row('Two', CAKES)];
	const process = await harness.startProcess();
	const isUpdated = () => harness.scheduled.some(({ accounts }) => accounts.length === 2);
	const { nodeType, killed } = process.killedWhen(isUpdated);
	await Promise.race([upsert(grown, {}, { nodeType }), killed]);
	expect(harness.shared).toHaveLength(1);

	expect(await upsert(grown)).toEqual(['rescheduled scheduled_at', 'unchanged']);
	expect(harness.shared).toEqual([]);
	expect(await upsert(grown)).toEqual(['unchanged', 'unchanged']);
});

it('a post moves if another process takes its slot for the new account at the same time', async () => {
	await upsert([row('One', BREAD)]);
	const other = await harness.startProcess();
	const until = async () =>
		void (await upsert([row('Three', CAKES)], {}, { nodeType: other.nodeType }));
	const action = { kind: 'hold', when: 'before', until } as const;
	harness.service.faults.add({ operation: 'edit_post', action });

	await upsert([row('One', BREAD, CAKES)]);
	expect(timesOf(harness.queue)).toEqual(['08:00 Three', '12:00 One']);
});
