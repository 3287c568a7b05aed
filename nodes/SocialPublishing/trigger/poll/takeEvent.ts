import type { ICheckProcessedOptions, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { describeFailure } from '../../shared/failure';
import { exclusively } from '../../shared/exclusively';
import { firstText } from '../../shared/json';
import { asFlag, processMemory } from '../../commands/processMemory';
import { warnOfCopy } from './eventHandover';
import { Watch } from './watch';

/** The newest entries that n8n keeps for the node: two for each event, of 27 bytes. */
const KEPT: ICheckProcessedOptions = { mode: 'entries', maxEntries: 2_000 };

/** n8n's store has no lock, so of two calls at the same time one would undo the other: here, one waits for the other. */
const STORE = 'processed items of the trigger';

/**
 * Events that have been passed on in this process by executions that it has not handed over: n8n 1 runs those that had
 * waited under a concurrency limit when it starts again, and there may be several for one event.
 */
const passedOn = processMemory('event passed on', asFlag);

/**
 * Runs at the beginning of the execution of an event. Passes the event on, unless an earlier execution of it
 * has ended, or runs in this process.
 *
 * n8n's store of processed items outlasts a restart, but offers no check without recording. So two entries are recorded
 * at once, `seen` and `open`, and `open` is removed when the execution has ended: an event whose `seen` is known while
 * its `open` is new has been dealt with. If n8n is killed at any point, the event comes once more rather than not at all.
 */
export async function takeEvent(
	functions: IExecuteFunctions,
	item: INodeExecutionData,
): Promise<INodeExecutionData[]> {
	const id = firstText(item.json.id) ?? '';
	const handover = Watch.handoverOf(functions, id);
	const name = [functions.getWorkflow().id, functions.getNode().id, id];
	const isPassedOn = passedOn.recall(name) === true;
	if (handover === undefined ? isPassedOn : !handover.begin()) return [];
	const { checkProcessedAndRecord, removeProcessed } = functions.helpers;
	const [seen, open] = [`seen ${id}`, `open ${id}`];
	const close = async () =>
		await exclusively(STORE, async () => await removeProcessed([open], 'node', KEPT));
	if (handover === undefined) passedOn.remember(name, true);
	try {
		const { new: added } = await exclusively(
			STORE,
			async () => await checkProcessedAndRecord([seen, open], 'node', KEPT),
		);
		const isDone = !added.includes(seen) && added.includes(open);
		if (handover !== undefined) handover.markEnded = close;
		// Nothing follows this execution, and the next copy must find the event as done as this one did.
		else if (isDone) await close().catch((error: unknown) => warnOfCopy(functions, error));
		return isPassedOn || isDone ? [] : [item];
	} catch (error) {
		functions.logger.warn(
			`${functions.getNode().name}: n8n could not tell whether an event is a copy, so it is passed on. ${describeFailure(error)}`,
		);
		return isPassedOn ? [] : [item];
	}
}
