import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { dispatchOutbox } from '../../../../nodes/SocialPublishing/trigger/poll/dispatch';
import { DispatchState } from '../../../../nodes/SocialPublishing/trigger/poll/dispatchState';
import { Poller } from '../../../../nodes/SocialPublishing/trigger/poll/poller';
import { ProcessedItems, type EmitFault, type PollHost } from '../../../engine';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';
import { expireTimeLimits } from '../../support/timeLimits';

const harness = usePollHarness();

const CAKES = 'Cakes on Pagebook';
const TYPES = ['delivery.published', 'post.published'];
const MINUTE_MS = 60_000;

async function pollAfter(host: PollHost, minutes: number): Promise<void> {
	await harness.service.clock.advance(minutes * MINUTE_MS);
	await host.tick();
}

/** A gate that executions wait at, as they do under a concurrency limit. */
function gate() {
	let open = () => undefined as void;
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, untilStart: async () => await opened };
}

describe('the polling trigger, if n8n cannot create an execution,', () => {
	it.each([
		['n8n 2', 0],
		['n8n 1', 5],
	] as const)('dispatches the event again (%s), %d minutes later', async (version, minutes) => {
		const faults: EmitFault[] = ['failStart', 'failStart'];
		const host = await harness.activated({}, { version, nextFault: () => faults.shift() });
		await harness.published('Fresh rolls', CAKES);
		await host.poll();
		expect(eventsOf(host)).toEqual([]);
		await pollAfter(host, minutes);
		await host.poll();
		expect(typesOf(host).sort()).toEqual(TYPES);
	});

	it('dispatches later events without delay', async () => {
		expireTimeLimits(2_000, () => true); // For one of four executions to end.
		const faults: EmitFault[] = Array.from({ length: 4 }, () => 'failStart');
		const host = await harness.activated(
			{ events: ['post.published'] },
			{ version: 'n8n 1', nextFault: () => faults.shift() },
		);
		for (let count = 0; count < 4; count++) await harness.published(`Bread ${count}`, CAKES);
		await host.poll();
		const id = await harness.published('Fresh rolls', CAKES);
		await host.poll();
		expect(eventsOf(host)).toMatchObject([{ data: { post_id: id } }]);
		await pollAfter(host, 5);
		await host.settled();
		expect(eventsOf(host)).toHaveLength(5);
	});

	it('doubles the pause between its attempts, up to an hour', async () => {
		const attemptsMs: number[] = [];
		const nextFault = (): EmitFault => {
			attemptsMs.push(clock.now());
			return 'failStart';
		};
		const host = await harness.activated(
			{ events: ['post.published'] },
			{ version: 'n8n 1', nextFault },
		);
		await harness.published('Fresh rolls', CAKES);
		for (let minute = 0; minute < 180; minute++) await pollAfter(host, 1);
		const pauses = attemptsMs.slice(1).map((atMs, index) => atMs - (attemptsMs[index] ?? 0));
		expect(pauses.map((pauseMs) => Math.floor(pauseMs / MINUTE_MS))).toEqual([5, 10, 20, 40, 60]);
	});
});

it.each(['n8n 1', 'n8n 2'] as const)(
	'the workflow runs once for an event that waits under a concurrency limit (%s)',
	async (version) => {
		const { open, untilStart } = gate();
		const host = await harness.activated({}, { version, untilStart });
		await harness.published('Fresh rolls', CAKES);
		await host.tick();
		await pollAfter(host, 6);
		await pollAfter(host, 60);
		open();
		await host.poll();
		expect(typesOf(host).sort()).toEqual(TYPES);
		await host.poll();
		const after = await harness.restarted(host);
		expect(eventsOf(after)).toEqual([]);
	},
);

it('the polling trigger dispatches an event again after a crash if only a copy of its execution had ended', async () => {
	const { open, untilStart } = gate();
	let runs = 0;
	const untilEnd = async () => await (runs++ === 0 ? undefined : gate().untilStart());
	const host = await harness.activated(
		{ events: ['post.published'] },
		{ version: 'n8n 1', untilStart, untilEnd },
	);
	await harness.published('Fresh rolls', CAKES);
	await host.tick();
	await pollAfter(host, 6);
	open();
	const hasOneEnded = () => host.executions.some(({ hasEnded }) => hasEnded);
	while (!hasOneEnded()) await new Promise((resolve) => setImmediate(resolve));
	// The next poll stores the state of this process.
	await host.tick();
	const after = await harness.restarted(host, { events: ['post.published'] });
	expect(eventsOf(host)).toEqual([]);
	expect(typesOf(after)).toEqual(['post.published']);
});

it('the polling trigger logs a warning if n8n cannot store that an event is done', async () => {
	const host = await harness.activated();
	jest
		.spyOn(ProcessedItems.current, 'removeProcessed')
		.mockRejectedValue(new Error('The database is away'));
	await harness.published('Fresh rolls', CAKES);
	await host.poll();
	expect(typesOf(host)).toEqual(TYPES);
	expect(harness.log).toContainEqual(
		expect.stringMatching(/could not store that an event is done.* The database is away/),
	);
});

it('the polling trigger waits without a time limit for a stored execution in another process', () => {
	const nowMs = jest.spyOn(clock, 'now').mockReturnValue(0);
	const dispatchState = new DispatchState();
	const promise = new Promise<undefined>(() => undefined);
	const done = dispatchState.emit({ promise, resolve: () => undefined, reject: () => undefined });
	void done.resolve;
	nowMs.mockReturnValue(7 * 24 * 60 * MINUTE_MS);
	expect(dispatchState.isLost).toBe(false);
});

describe('an outbox with over 1,000 events', () => {
	type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

	function deferred() {
		let resolve: DonePromise['resolve'] = () => undefined;
		let reject: DonePromise['reject'] = () => undefined;
		const promise: DonePromise['promise'] = new Promise((...both) => ([resolve, reject] = both));
		return { promise, resolve, reject };
	}

	/** Dispatches an event whose end n8n will report, and then many more. */
	async function dispatchMany() {
		const emitted: DonePromise[] = [];
		const functions = {
			helpers: { createDeferredPromise: deferred },
			__emit: (...[, , done]: Parameters<IPollFunctions['__emit']>) => done && emitted.push(done),
			getNode: () => ({ id: 'node', name: 'Trigger' }),
			getWorkflow: () => ({ id: expect.getState().currentTestName }),
			getWorkflowStaticData: () => ({}),
		} as unknown as IPollFunctions;
		const poller = Poller.open(functions, 'scope');
		poller.activation = functions;
		const { outbox } = poller.state;
		const add = (id: string) =>
			outbox.set(id, { id, type: 'post.failed', workspace_id: 'w', created_at: '', data: {} });
		const dispatch = async () =>
			await dispatchOutbox(functions, poller, async (event) => event, true);
		add('first');
		await dispatch();
		void emitted[0]?.resolve;
		const others = Array.from({ length: 1_099 }, (_, index) => {
			const dispatchState = new DispatchState();
			dispatchState.emit(deferred());
			add(`event ${index}`);
			poller.dispatches.set(`event ${index}`, dispatchState);
			return dispatchState;
		});
		return { outbox, dispatch, emitted, others };
	}

	it('keeps every event that n8n may not have stored', async () => {
		const { outbox, dispatch, emitted } = await dispatchMany();
		await dispatch();
		expect(emitted).toHaveLength(1);
		expect(outbox.size).toBe(1_100);
	});

	it('keeps the newest of the started events, and adds any that fails again', async () => {
		const { outbox, dispatch, emitted, others } = await dispatchMany();
		for (const dispatchState of others) dispatchState.begin();
		await harness.service.clock.advance(6 * MINUTE_MS);
		await dispatch();
		expect(outbox.size).toBe(1_000);
		expect(outbox.has('first')).toBe(false);
		emitted[0]?.reject(new Error('The database is away'));
		await new Promise((resolve) => setImmediate(resolve));
		expect(outbox.has('first')).toBe(true);
	});
});
