import type { IDataObject } from 'n8n-workflow';

import { readCreatedMs, readLatestMs } from '../../api/recordTimes';
import { clock } from '../../shared/clock';
import { ServiceFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { path } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { fetchPage, followCursors, LARGEST_PAGE, type Page } from '../../transport/paginate';
import type { Change } from './comparePost';
import { digestOfId } from './digest';
import type { ListedRecord, Pass } from './pass';
import type { Section } from './sections';
import type { Watch } from './watch';
import type { WatchState } from './watchState';

/** A third of the requests that a minute allows: a longer list takes several polls. */
export const PAGES_A_POLL = 20;

export interface ListReader {
	connection: Connection;
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** Something that has happened to a record of a list. */
export interface Found extends Change {
	/** The record's ID. */
	id: string;
	record: IDataObject;
}

/**
 * Reads a list, or the part of it that one poll may read, and passes on what has happened. The state of a page is
 * changed together with that, so a poll that fails half-way loses nothing.
 *
 * @param onFound called after each page
 */
export async function watchSection<K>(
	reader: ListReader,
	watch: Watch,
	section: Section<K>,
	onFound: (found: Found[]) => Promise<void>,
): Promise<void> {
	const watched = section.recall(watch.state);
	if (watched === undefined) return await readBaseline(reader, watch, section);
	const pass = watch.passes[section.name];
	let pages = 0;
	for await (const { records, nextCursor } of continuePass(reader, section, pass)) {
		const { sinceMs } = watch.state;
		const listed = records.flatMap((record) => toListed(record));
		const found = listed.flatMap((entry) => compareListed(section, watched, entry, watch.state));
		pass.note(listed);
		if (found.length > 0) await onFound(found);
		const isComplete = nextCursor === undefined;
		if (isComplete || pass.canEnd(listed, watched.keys(), sinceMs, clock.now())) {
			for (const gone of pass.end(isComplete, watched.keys(), clock.now())) {
				watched.delete(gone);
				watch.state.recent.delete(gone);
			}
			return;
		}
		pass.cursor = nextCursor;
		if (++pages >= PAGES_A_POLL && !pass.readsAtOnce) return;
	}
	// The list goes round in circles.
	pass.restart();
}

/** What is there at first is not news. All of it is read in one poll, so that everything later is. */
async function readBaseline<K>(
	reader: ListReader,
	watch: Watch,
	section: Section<K>,
): Promise<void> {
	const records = new Map<string, K>();
	const pass = watch.passes[section.name];
	pass.restart();
	for await (const page of pagesFrom(reader, section, undefined)) {
		const listed = page.records.flatMap((record) => toListed(record));
		for (const entry of listed) compareListed(section, records, entry, watch.state);
		pass.note(listed);
	}
	pass.end(true, [], clock.now());
	section.keep(watch.state, records);
}

async function* continuePass<K>(
	reader: ListReader,
	section: Section<K>,
	pass: Pass,
): AsyncGenerator<Page> {
	const pages = pagesFrom(reader, section, pass.cursor);
	const first = await pages.next().catch((error: unknown) => {
		if (pass.cursor === undefined || !isRefusedCursor(error)) throw error;
		return undefined;
	});
	if (first !== undefined) {
		if (first.done !== true) yield first.value;
		return yield* pages;
	}
	pass.restart();
	pass.readsAtOnce = true;
	yield* pagesFrom(reader, section, undefined);
}

function isRefusedCursor(error: unknown): boolean {
	return (
		error instanceof ServiceFailure && [400, 404, 409, 410, 422].includes(error.facts.status ?? 0)
	);
}

async function* pagesFrom<K>(
	{ connection, workspacePath }: ListReader,
	{ name, purpose }: Section<K>,
	start: string | undefined,
): AsyncGenerator<Page> {
	const request = { purpose, path: `${workspacePath}${path(name)}` };
	yield* followCursors(
		async (cursor) => await fetchPage(connection, request, LARGEST_PAGE, cursor ?? start),
		({ records }) => records,
	);
}

interface Listed extends ListedRecord {
	id: string;
	record: IDataObject;
}

function toListed(record: IDataObject): Listed[] {
	const id = firstText(record.id);
	if (id === undefined) return [];
	const createdMs = readCreatedMs(record);
	return [{ id, record, digest: digestOfId(id), createdMs, latestMs: readLatestMs(record) }];
}

/** Changes what is remembered of a record, and returns what has happened to it. */
function compareListed<K>(
	section: Section<K>,
	watched: Map<string, K>,
	{ id, record, digest, createdMs, latestMs }: Listed,
	{ sinceMs, recent }: WatchState,
): Found[] {
	const before = watched.get(digest);
	const { known, changes } = section.compare(id, record, before);
	const isOld = latestMs !== undefined && latestMs < sinceMs;
	if (isOld && before !== undefined && changes.length > 0) recent.set(digest, clock.now());
	if (isOld && section.isFinished(known) && (recent.get(digest) ?? 0) < sinceMs) {
		watched.delete(digest);
		recent.delete(digest);
	} else {
		watched.set(digest, known);
	}
	// What is as old as this and yet unknown was there before, and has been forgotten.
	if (before === undefined && isOld) return [];
	const isCreatedLongAgo = createdMs !== undefined && createdMs < sinceMs;
	return changes
		.filter(({ type }) => type !== 'post.created' || !isCreatedLongAgo)
		.map((change) => ({ ...change, id, record }));
}
