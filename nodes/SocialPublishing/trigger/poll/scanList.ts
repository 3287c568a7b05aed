import { clock } from '../../shared/clock';
import { ServiceFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import { fetchPage, followCursors, MAX_PAGE_SIZE, type Page } from '../../transport/paginate';
import { ReturnCheck } from './confirmReturns';
import type { Snapshot } from './snapshot';
import type { Poller } from './poller';
import { observe, type ObservedChange, type ScannedList } from './observe';
import { toListed, type ListedRecord, type Scan } from './scan';
import type { WatchedList } from './watchedLists';

/** A third of the requests that the service allows in a minute. A longer list takes several polls. */
const PAGES_PER_POLL = 20;

/** How much the clocks of n8n and the service may differ. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1_000;

interface ListReader {
	connection: Connection;
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

export interface ScannedPage {
	/** Its records, except those that have expired. */
	watched: ListedRecord[];
	changes: ObservedChange[];
}

/**
 * Reads a list, or as much of it as one poll may read. Snapshots are updated with each page, so a poll that fails midway loses
 * nothing. The first scan of a list yields no pages.
 */
export async function* scanList(
	reader: ListReader,
	{ state, scans }: Poller,
	list: WatchedList,
): AsyncGenerator<ScannedPage> {
	const scan = scans[list.name];
	const listState = state.lists[list.name];
	const { snapshots } = listState;
	const scanned = { list, state, listState, scan };
	if (snapshots === undefined) {
		listState.snapshots = await takeBaseline(reader, { ...scanned, snapshots: new Map() });
		return;
	}
	const check = new ReturnCheck(reader.connection, reader.workspacePath);
	yield* scanChanges(reader, { ...scanned, snapshots }, check);
	check.end();
}

async function* scanChanges(
	reader: ListReader,
	scanned: ScannedList,
	check: ReturnCheck,
): AsyncGenerator<ScannedPage> {
	const { list, snapshots, state, listState, scan } = scanned;
	if (scan.cursor === undefined) scan.watchedSinceMs = state.watchedSinceMs;
	let pages = 0;
	let isWhole = false;
	for await (const { records, nextCursor } of pagesOf(reader, list, scan)) {
		const page = records.flatMap(toListed);
		const changes: ObservedChange[] = [];
		for (const listed of page) {
			if (await check.isCredible(scanned, listed)) changes.push(...observe(scanned, listed));
		}
		scan.addPage(page);
		yield { watched: page.filter(({ digest }) => snapshots.has(digest)), changes };
		isWhole = nextCursor === undefined;
		if (isWhole) break;
		const { watermarkMs } = listState;
		if (scan.canEndEarly(page, snapshots.keys(), watermarkMs)) return scan.restart();
		scan.cursor = nextCursor;
		if (++pages >= PAGES_PER_POLL && !scan.isInOnePoll) return;
	}
	listState.watermarkMs = Math.max(listState.watermarkMs, scan.watchedSinceMs);
	// If the cursors form a loop, missing records may be on pages that no cursor leads to.
	const expected = isWhole ? snapshots.keys() : [];
	for (const digest of scan.complete(expected, state.missingSinceMs)) {
		snapshots.delete(digest);
		state.recentChangesMs.delete(digest);
		state.missingSinceMs.delete(digest);
	}
}

/**
 * Takes a snapshot of every record, in one poll. Existing records are not new, so this returns no changes; every record
 * that appears later is new.
 */
async function takeBaseline(
	reader: ListReader,
	scanned: ScannedList,
): Promise<Map<string, Snapshot>> {
	const { list, snapshots, state, listState, scan } = scanned;
	scan.restart();
	scan.watchedSinceMs = state.watchedSinceMs;
	listState.watermarkMs = state.watchedSinceMs;
	const startMs = clock.now();
	listState.baselineMs = startMs;
	for await (const { records } of pagesOf(reader, list, scan)) {
		const page = records.flatMap(toListed);
		for (const listed of page) observe(scanned, listed);
		scan.addPage(page);
	}
	// An older record that is listed later existed before, too: the list has left it out for a moment.
	listState.watermarkMs = Math.max(state.watchedSinceMs, startMs - CLOCK_TOLERANCE_MS);
	scan.complete([], state.missingSinceMs);
	return snapshots;
}

/**
 * The pages from where the last poll stopped, or the whole list if the service no longer accepts the cursor. Cursors that
 * form a loop end the list as well.
 */
function pagesOf(
	{ connection, workspacePath }: ListReader,
	{ name }: WatchedList,
	scan: Scan,
): AsyncGenerator<Page> {
	const request = { purpose: `list the ${name}`, path: `${workspacePath}/${name}` };
	const fetch = async (cursor: string | undefined) =>
		await fetchPage(connection, request, MAX_PAGE_SIZE, cursor);
	const start = scan.cursor;
	return followCursors(async (cursor) => {
		if (cursor !== undefined || start === undefined) return await fetch(cursor);
		return await fetch(start).catch(async (error: unknown) => {
			if (!isRefusedCursor(error)) throw error;
			scan.restart();
			scan.isInOnePoll = true;
			return await fetch(undefined);
		});
	});
}

function isRefusedCursor(error: unknown): boolean {
	return (
		error instanceof ServiceFailure && [400, 404, 409, 410, 422].includes(error.facts.status ?? 0)
	);
}
