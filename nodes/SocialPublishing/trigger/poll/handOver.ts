import type { IDataObject, IPollFunctions, IRun } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { describeFailure } from '../../shared/failure';
import type { Handover, Watch } from './watch';
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
		if (watch.handovers.has(event.id)) continue;
		if (!mayWait && watch.handovers.size >= RUN_AT_ONCE) return;
		const json = await toItem(event);
		if (watch.activation !== functions) return;
		handOver(functions, watch, event, json);
		if (mayWait && watch.handovers.size >= RUN_AT_ONCE) await untilOneEnds(watch);
	}
	const excess = [...pending.keys()]
		.filter((id) => watch.handovers.has(id))
		.slice(0, -MOST_PENDING);
	for (const id of excess) pending.delete(id);
}

function handOver(
	functions: IPollFunctions,
	watch: Watch,
	event: PollEvent,
	json: IDataObject,
): void {
	const handover: Handover = { hasStarted: false, markEnded: undefined, ended: Promise.resolve() };
	watch.handovers.set(event.id, handover);
	watch.store(functions);
	const done = functions.helpers.createDeferredPromise<IRun | undefined>();
	functions.__emit([[{ json }]], undefined, done);
	handover.ended = done.promise
		.then(
			() => true,
			// The execution was cancelled or has failed to start. Only the latter is worth another try.
			(error: unknown) => handover.hasStarted || /cancel/i.test(String(error)),
		)
		.then(async (isOver) => {
			watch.handovers.delete(event.id);
			if (!isOver) return;
			watch.state.pending.delete(event.id);
			await handover.markEnded?.();
		})
		.catch((error: unknown) => warnOfCopy(functions, error));
}

async function untilOneEnds({ handovers }: Watch): Promise<void> {
	const finished = new AbortController();
	const ended = [...handovers.values()].map(async (handover) => await handover.ended);
	await Promise.race([...ended, clock.limit(PATIENCE_MS, finished.signal)]);
	finished.abort();
}

function warnOfCopy({ getNode, logger }: IPollFunctions, error: unknown): void {
	logger.warn(
		`${getNode().name}: n8n could not store that an event is done, so it may come again after a restart. ${describeFailure(error)}`,
	);
}
