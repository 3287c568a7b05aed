import type { IDataObject, IPollFunctions, IRun } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { DispatchState, warnOfRepeat } from './dispatchState';
import type { Poller, PollEvent } from './poller';

/** How many executions run at once, and how long the next event waits for one of them to end. */
const MAX_CONCURRENT = 4;
const MAX_WAIT_FOR_END_MS = 2_000;
/** How many events are kept for executions that take long to end: n8n stored them long ago. */
const OUTBOX_LIMIT = 1_000;

/**
 * Starts an execution for each event in the outbox that is not being dispatched yet, a few at a time.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/triggers/trigger-execution-context.factory.js): n8n starts the execution and
 * saves the static data at the same time, so an event stays in the stored outbox until its execution has ended. After a
 * crash, it is dispatched again, with the same ID.
 *
 * @param mayWait whether to wait for executions to end; if not, the remaining events stay in the outbox
 */
export async function dispatchOutbox(
	functions: IPollFunctions,
	poller: Poller,
	toItem: (event: PollEvent) => Promise<IDataObject>,
	mayWait: boolean,
): Promise<void> {
	const { outbox } = poller.state;
	for (const event of [...outbox.values()]) {
		if (poller.dispatches.get(event.id)?.isLost === false) continue;
		if (!mayWait && activeDispatches(poller).length >= MAX_CONCURRENT) return;
		const json = await toItem(event);
		if (poller.activation !== functions) return;
		dispatchEvent(functions, poller, event, json);
		if (mayWait && activeDispatches(poller).length >= MAX_CONCURRENT) await untilOneEnds(poller);
	}
	const excess = [...outbox.keys()]
		.filter((id) => poller.dispatches.get(id)?.isStored)
		.slice(0, -OUTBOX_LIMIT);
	for (const id of excess) outbox.delete(id);
}

function dispatchEvent(
	functions: IPollFunctions,
	poller: Poller,
	event: PollEvent,
	json: IDataObject,
): void {
	const dispatch = poller.dispatches.get(event.id) ?? new DispatchState();
	poller.dispatches.set(event.id, dispatch);
	poller.store(functions);
	const done = functions.helpers.createDeferredPromise<IRun | undefined>();
	functions.__emit([[{ json }]], undefined, dispatch.emit(done));
	dispatch.ended = done.promise
		.then(
			() => true,
			// The execution was cancelled or failed to start. Only the latter is worth another attempt.
			(error: unknown) => dispatch.hasStarted || /cancel/i.test(String(error)),
		)
		.then(async (isOver) => {
			// A copy ends at once, while the execution that emits the event may still be running.
			if (dispatch.isObserved || poller.dispatches.get(event.id) !== dispatch) return;
			if (!isOver) {
				dispatch.fail();
				poller.state.outbox.set(event.id, event);
				return;
			}
			poller.dispatches.delete(event.id);
			poller.state.outbox.delete(event.id);
			await dispatch.recordEnd?.();
		})
		.catch((error: unknown) => warnOfRepeat(functions, error));
}

function activeDispatches({ dispatches }: Poller): DispatchState[] {
	return [...dispatches.values()].filter(({ isLost }) => !isLost);
}

async function untilOneEnds(poller: Poller): Promise<void> {
	const finished = new AbortController();
	const ended = activeDispatches(poller).map(async (dispatch) => await dispatch.ended);
	await Promise.race([...ended, clock.timeout(MAX_WAIT_FOR_END_MS, finished.signal)]);
	finished.abort();
}
