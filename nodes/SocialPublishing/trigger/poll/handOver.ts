import type { IDataObject, IPollFunctions, IRun } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { describeFailure } from '../../shared/failure';
import type { Handover, Watch } from './watch';
import type { PollEvent } from './watchState';

/** How long the next event waits for the execution of the one before it, so that n8n is not flooded. */
const PATIENCE_MS = 250;
/** More events than this are not kept for executions that take long to end: n8n has long since stored them. */
const MOST_PENDING = 1_000;

/**
 * Starts an execution for each pending event that is not being handed over already, one after the other.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/triggers/trigger-execution-context.factory.js): n8n starts the execution and
 * saves the static data at the same time, so an event stays pending in that data until its execution has ended. After a
 * kill it is handed over again, with the same ID.
 */
export async function handOverPending(
	functions: IPollFunctions,
	watch: Watch,
	toItem: (event: PollEvent) => Promise<IDataObject>,
): Promise<void> {
	const { pending } = watch.state;
	for (const event of [...pending.values()]) {
		if (watch.handovers.has(event.id)) continue;
		const json = await toItem(event);
		await handOver(functions, watch, event, json);
	}
	const excess = [...pending.keys()]
		.filter((id) => watch.handovers.has(id))
		.slice(0, -MOST_PENDING);
	for (const id of excess) pending.delete(id);
}

async function handOver(
	functions: IPollFunctions,
	watch: Watch,
	event: PollEvent,
	json: IDataObject,
): Promise<void> {
	const handover: Handover = { hasStarted: false, markEnded: undefined };
	watch.handovers.set(event.id, handover);
	watch.store(functions);
	const done = functions.helpers.createDeferredPromise<IRun | undefined>();
	functions.__emit([[{ json }]], undefined, done);
	const ended = done.promise
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
	const finished = new AbortController();
	const patience = clock.limit(PATIENCE_MS, finished.signal);
	await Promise.race([ended.finally(() => finished.abort()), patience]);
}

function warnOfCopy({ getNode, logger }: IPollFunctions, error: unknown): void {
	logger.warn(
		`${getNode().name}: n8n could not store that an event is done, so it may come again after a restart. ${describeFailure(error)}`,
	);
}
