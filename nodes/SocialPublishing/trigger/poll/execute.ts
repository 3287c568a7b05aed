import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { processedItemsOf } from '../../commands/ledgerStore';
import { ProcessMemory } from '../../commands/processMemory';
import { clock } from '../../shared/clock';
import { withLock } from '../../shared/withLock';
import { ServiceFailure } from '../../shared/failure';
import { firstText, textOf } from '../../shared/json';
import { toNodeError } from '../../shared/nodeError';
import { connect, type Connection } from '../../transport/connection';
import { fetchPage, MAX_PAGE_SIZE } from '../../transport/paginate';
import { logFailure } from '../failures';
import { includeResource } from '../includeResource';
import { readPollSettings, resolveChosenAccounts, type PollSettings } from '../triggerParameters';
import { warnOfRepeat } from './dispatchState';
import { isWanted, toEvent, toObservedChange, type ObservedChange } from './observe';
import { Poller, scopeOf, type PollState } from './poller';
import { toListed } from './scan';
import { hasEventsOf, watchedLists } from './watchedLists';

/**
 * The first step of an execution. Returns the event that started the execution; if a user started it in the editor, it
 * fetches a test event.
 */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [item] = functions.getInputData();
	const isEvent = textOf(item?.json.id)?.startsWith('poll_') === true;
	if (item !== undefined && isEvent) return [await emitOnce(functions, item)];
	return [[{ json: await fetchTestEvent(functions) }]];
}

/** The store has no lock of its own: of two calls at the same time, one would undo the other. */
const STORE_LOCK = 'processed events';
/** The newest names that n8n keeps for the node: two for each event, of 27 bytes. */
const NAMES_KEPT = 2_000;

/**
 * Events emitted in this process by executions that it did not dispatch. When n8n 1 starts, it runs the executions that had
 * waited under a concurrency limit, possibly several for one event.
 */
const emitted = new ProcessMemory<true>();

/**
 * Emits an event at the beginning of its execution, unless an earlier execution of the event has ended or runs in this
 * process.
 *
 * n8n's store of processed items outlasts a restart, but cannot check an item without recording it. So two entries are
 * recorded at once, `seen` and `open`, and `open` is removed when the execution has ended: if `seen` is known while `open`
 * is new, the event is done. If n8n is killed at any point, the event is emitted again rather than lost.
 */
export async function emitOnce(
	functions: IExecuteFunctions,
	item: INodeExecutionData,
): Promise<INodeExecutionData[]> {
	const id = firstText(item.json.id) ?? '';
	const dispatch = Poller.dispatchStateOf(functions, id);
	const name = [functions.getWorkflow().id, functions.getNode().id, id];
	const isEmitted = emitted.recall(name) === true;
	if (dispatch === undefined ? isEmitted : !dispatch.begin()) return [];
	const items = processedItemsOf(functions, NAMES_KEPT);
	const [seen, open] = [`seen ${id}`, `open ${id}`];
	const close = async () => await withLock(STORE_LOCK, async () => await items.remove([open]));
	if (dispatch === undefined) emitted.remember(name, true);
	try {
		const known = await withLock(STORE_LOCK, async () => await items.add([seen, open]));
		const isDone = known.has(seen) && !known.has(open);
		if (dispatch !== undefined) dispatch.recordEnd = close;
		// Nothing follows this execution, and the next copy must find the event done as well.
		else if (isDone) await close().catch((error: unknown) => warnOfRepeat(functions, error));
		return isEmitted || isDone ? [] : [item];
	} catch (error) {
		const happened = 'n8n could not check whether an event is a copy, so the event is emitted.';
		logFailure(functions, happened, error);
		return isEmitted ? [] : [item];
	}
}

/** How long a user in the editor waits for the rate limit or a retry, over all requests. */
const MAX_WAIT_MS = 20_000;

/**
 * Returns a chosen event that has really happened, for "Fetch Test Event" in the editor: the latest of the first list that
 * has one. Reads only the first page of each list.
 *
 * @throws NodeApiError if there is none
 */
async function fetchTestEvent(functions: IExecuteFunctions): Promise<IDataObject> {
	try {
		const connection = {
			...(await connect(functions)),
			deadlineMs: clock.now() + MAX_WAIT_MS,
		};
		const settings = await readPollSettings(functions, connection);
		const { workspacePath } = settings;
		const accounts = await resolveChosenAccounts(functions, connection, workspacePath);
		const { lists } = Poller.stateOf(functions, scopeOf(connection, workspacePath));
		const change = await findChange(connection, settings, accounts.ids, lists);
		if (change === undefined) throw noEvent();
		const event = toEvent(settings, change);
		if (!settings.includesResource) return event;
		return await includeResource({ connection, workspacePath }, { ...event, envelope: event });
	} catch (error) {
		throw toNodeError(functions, error);
	}
}

async function findChange(
	connection: Connection,
	settings: PollSettings,
	accountIds: string[],
	lists: PollState['lists'],
): Promise<ObservedChange | undefined> {
	const { workspacePath, types } = settings;
	for (const list of watchedLists.filter((each) => hasEventsOf(each, types))) {
		const request = { purpose: `list the ${list.name}`, path: `${workspacePath}/${list.name}` };
		const { records } = await fetchPage(connection, request, MAX_PAGE_SIZE, undefined);
		const change = records
			.flatMap(toListed)
			.sort((one, other) => (other.latestMs ?? 0) - (one.latestMs ?? 0))
			.flatMap((listed) =>
				list
					.compare(listed.id, listed.record, undefined)
					.changes.map((each) => toObservedChange(each, listed, lists[list.name])),
			)
			.find((each) => isWanted(settings, accountIds, each));
		if (change !== undefined) return change;
	}
	return undefined;
}

function noEvent(): ServiceFailure {
	return new ServiceFailure(
		'No recent event of the chosen types was found',
		'There is no event to show as a test. Choose more events or accounts, or publish a post and fetch a test event again.',
	);
}
