import type { IDataObject, IPollFunctions, IRun } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { EventHandover, warnOfCopy } from './eventHandover';
import type { Watch } from './watch';
import type { PollEvent } from './watchState';

/** How many executions run at once, and how long the next event waits for one of them to end. */
const RUN_AT_ONCE = 4;
const PATIENCE_MS = 2_000;
/** More events than this are not kept for executions that take long to end: n8n has long since stored them. */
const MOST_PENDING = 1_000;

/**
 * Starts an execution for each pending event that is not being handed over already, a few at a time.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/triggers/trigger-execution-context.factory.js): n8n starts the execution and
 * saves the static data at the same time, so an event stays pending in that data until its execution has ended. After a
 * kill it is handed over again, with the same ID.
 *
 * @param mayWait whether it waits until some have ended before it goes on, instead of leaving the rest
 */
export async function handOverPending(
	functions: IPollFunctions,
	watch: Watch,
	toItem: (event: PollEvent) => Promise<IDataObject>,
	mayWait: boolean,
): Promise<void> {
	const { pending } = watch.state;
	for (const event of [...pending.values()]) {
		if (watch.handovers.get(event.id)?.isLost === false) continue;
		if (!mayWait && handoversUnderWay(watch).length >= RUN_AT_ONCE) return;
		const json = await toItem(event);
		if (watch.activation !== functions) return;
		handOver(functions, watch, event, json);
		if (mayWait && handoversUnderWay(watch).length >= RUN_AT_ONCE) await untilOneEnds(watch);
	}
	const excess = [...pending.keys()]
		.filter((id) => watch.handovers.get(id)?.isStored)
		.slice(0, -MOST_PENDING);
	for (const id of excess) pending.delete(id);
}

function handOver(
	functions: IPollFunctions,
	watch: Watch,
	event: PollEvent,
	json: IDataObject,
): void {
	const handover = watch.handovers.get(event.id) ?? new EventHandover();
	watch.handovers.set(event.id, handover);
	watch.store(functions);
	const done = functions.helpers.createDeferredPromise<IRun | undefined>();
	functions.__emit([[{ json }]], undefined, handover.emit(done));
	handover.ended = done.promise
		.then(
			() => true,
			// The execution was cancelled or has failed to start. Only the latter is worth another try.
			(error: unknown) => handover.hasStarted || /cancel/i.test(String(error)),
		)
		.then(async (isOver) => {
			// A copy ends at once, while the execution that has taken the event may still run.
			if (handover.isHeld || watch.handovers.get(event.id) !== handover) return;
			if (!isOver) {
				handover.fail();
				watch.state.pending.set(event.id, event);
				return;
			}
			watch.handovers.delete(event.id);
			watch.state.pending.delete(event.id);
			await handover.markEnded?.();
		})
		.catch((error: unknown) => warnOfCopy(functions, error));
}

function handoversUnderWay({ handovers }: Watch): EventHandover[] {
	return [...handovers.values()].filter(({ isLost }) => !isLost);
}

async function untilOneEnds(watch: Watch): Promise<void> {
	const finished = new AbortController();
	const ended = handoversUnderWay(watch).map(async (handover) => await handover.ended);
	await Promise.race([...ended, clock.limit(PATIENCE_MS, finished.signal)]);
	finished.abort();
}
