import { pollers } from '../../../../nodes/SocialPublishing/trigger/poll/poller';
import type { EmitFault } from '../../../engine';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';
import { until } from '../../support/until';

const harness = usePollHarness();

const DAY_MS = 24 * 60 * 60 * 1_000;
const CAKES = 'Cakes on Pagebook';

/** What executions wait for before they end. */
function gate() {
	let open = () => undefined as void;
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
}

it('the polling trigger reports changes from two days in which n8n was down', async () => {
	const host = await harness.activated();
	const known = await harness.draft('Known before', CAKES);
	await host.poll();
	await harness.publish(known);
	await harness.published('Made in the meantime', 'Always fails');
	await harness.service.clock.advance(2 * DAY_MS);
	const after = await harness.restarted(host);
	expect(typesOf(after).sort()).toEqual([
		'delivery.failed',
		'delivery.published',
		'post.failed',
		'post.published',
	]);
});

it('the polling trigger does not wait for executions when n8n starts, because they may need other processes', async () => {
	const host = await harness.activated();
	for (let count = 0; count < 5; count++) await harness.published(`Bread ${count}`, CAKES);
	host.kill9();
	pollers.clear();
	const { open, opened } = gate();
	const after = harness.host({}, { record: host.record, untilEnd: async () => await opened });
	await after.start('init');
	expect(eventsOf(after)).toEqual([]);
	open();
	await until(() => eventsOf(after).length >= 10);
	await after.poll();
	expect(eventsOf(after)).toHaveLength(10);
});

it('the polling trigger reports no event again after a restart', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', CAKES);
	await host.poll();
	const after = await harness.restarted(host);
	await after.poll();
	expect(eventsOf(host)).toHaveLength(2);
	expect(eventsOf(after)).toEqual([]);
});

it.each<[EmitFault, number]>([
	['killBeforeSave', 0],
	['killBeforeStart', 0],
	['killDuringRun', 0],
	['killAfterRun', 1],
])('the polling trigger reports every event if n8n ends with %s', async (fault, before) => {
	const faults: EmitFault[] = [fault];
	const host = await harness.activated({}, { nextFault: () => faults.shift() });
	await harness.published('Fresh rolls', CAKES);
	await host.poll();
	expect(eventsOf(host)).toHaveLength(before);
	const after = await harness.restarted(host);
	await after.poll();
	expect(typesOf(after)).toEqual(['delivery.published', 'post.published']);
	// An event that ran before the kill is emitted again with the same ID.
	const [first] = eventsOf(host);
	if (first !== undefined) expect(eventsOf(after)[0]).toEqual(first);
});

it.each<EmitFault>(['loseSave', 'failStart'])(
	'the polling trigger reports every event once if the database fails with %s',
	async (fault) => {
		const faults: EmitFault[] = [fault];
		const host = await harness.activated({}, { nextFault: () => faults.shift() });
		await harness.published('Fresh rolls', CAKES);
		await host.poll();
		await host.poll();
		expect(typesOf(host).sort()).toEqual(['delivery.published', 'post.published']);
	},
);

it('the polling trigger dispatches an event once, however long its execution takes', async () => {
	const { open, opened } = gate();
	const host = await harness.activated({}, { untilEnd: async () => await opened });
	await harness.published('Fresh rolls', CAKES);
	await Promise.all([host.tick(), host.tick(), host.tick()]);
	await host.tick();
	expect(eventsOf(host)).toEqual([]);
	open();
	await host.poll();
	expect(eventsOf(host)).toHaveLength(2);
});

it('the polling trigger keeps its state if another node changes the static data', async () => {
	let runs = 0;
	const change = { changeStaticData: (data: object) => void Object.assign(data, { runs: ++runs }) };
	const host = await harness.activated({}, change);
	await harness.published('Fresh rolls', CAKES);
	await host.poll();
	const after = await harness.restarted(host, {}, change);
	await harness.published('More rolls', 'Always fails');
	await after.poll();
	expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	expect(typesOf(after)).toEqual(['delivery.failed', 'post.failed']);
});

it('the polling trigger starts with an empty state in another workspace', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', CAKES);
	const side = harness.service.workspaceId('Side project');
	const moved = harness.host(
		{ workspaceId: { __rl: true, mode: 'id', value: side } },
		{ record: host.record },
	);
	await moved.activate('update');
	const back = harness.host({}, { record: host.record });
	await back.activate('update');
	expect([...eventsOf(moved), ...eventsOf(back)]).toEqual([]);
});
