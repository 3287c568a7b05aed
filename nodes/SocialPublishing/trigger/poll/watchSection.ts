import { clock } from '../../shared/clock';
import { ServiceFailure } from '../../shared/failure';
import { path } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { fetchPage, followCursors, LARGEST_PAGE, type Page } from '../../transport/paginate';
import {
	compareListed,
	toListed,
	type Found,
	type Listed,
	type WatchedList,
} from './compareListed';
import type { Pass } from './pass';
import type { Section } from './sections';
import type { Watch } from './watch';

/** A third of the requests that a minute allows: a longer list takes several polls. */
const PAGES_A_POLL = 20;

export interface ListReader {
	connection: Connection;
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** What a page has told. */
export interface ReadPage {
	/** Its records, without those that are too old to be watched. */
	watched: Listed[];
	found: Found[];
}

type OnPage = (page: ReadPage) => Promise<void>;

/**
 * Reads a list, or the part of it that one poll may read, and passes on what has happened. The state of a page is
 * changed together with that, so a poll that fails half-way loses nothing.
 *
 * @param onPage called after each page, except when the list is read for the first time
 */
export async function watchSection<K>(
	reader: ListReader,
	watch: Watch,
	section: Section<K>,
	onPage: OnPage,
): Promise<void> {
	const { state } = watch;
	const pass = watch.passes[section.name];
	const watched = section.recall(state);
	if (watched !== undefined) await readChanges(reader, { section, watched, state, pass }, onPage);
	else
		section.keep(state, await readBaseline(reader, { section, watched: new Map(), state, pass }));
}

async function readChanges<K>(
	reader: ListReader,
	list: WatchedList<K>,
	onPage: OnPage,
): Promise<void> {
	const { section, watched, state, pass } = list;
	if (pass.cursor === undefined) pass.sinceMs = state.sinceMs;
	let pages = 0;
	for await (const { records, nextCursor } of continuePass(reader, section, pass)) {
		const listed = records.flatMap(toListed);
		const found = listed.flatMap((entry) => compareListed(list, entry));
		pass.note(listed);
		await onPage({ watched: listed.filter(({ digest }) => watched.has(digest)), found });
		const oldBeforeMs = state.forgottenBeforeMs[section.name];
		if (nextCursor === undefined) return endPass(list, { isComplete: true });
		if (pass.canEnd(listed, watched.keys(), oldBeforeMs, clock.now()))
			return forget(pass.end(false, watched.keys(), clock.now()), list);
		pass.cursor = nextCursor;
		if (++pages >= PAGES_A_POLL && !pass.readsAtOnce) return;
	}
	// The list goes round in circles: it has been read, but what is missing may be elsewhere.
	endPass(list, { isComplete: false });
}

/** What is there at first is not news. All of it is read in one poll, so that everything later is. */
async function readBaseline<K>(reader: ListReader, list: WatchedList<K>): Promise<Map<string, K>> {
	const { section, watched, state, pass } = list;
	pass.restart();
	pass.sinceMs = state.sinceMs;
	state.forgottenBeforeMs[section.name] = state.sinceMs;
	for await (const { records } of pagesFrom(reader, section, undefined)) {
		const listed = records.flatMap(toListed);
		for (const entry of listed) compareListed(list, entry);
		pass.note(listed);
	}
	pass.end(true, [], clock.now());
	return watched;
}

/** Ends a pass that has read the whole list. */
function endPass<K>(list: WatchedList<K>, { isComplete }: { isComplete: boolean }): void {
	const { section, watched, state, pass } = list;
	const { forgottenBeforeMs } = state;
	forget(pass.forgettable, list);
	forgottenBeforeMs[section.name] = Math.max(forgottenBeforeMs[section.name], pass.sinceMs);
	forget(pass.end(isComplete, watched.keys(), clock.now()), list);
}

function forget<K>(digests: Iterable<string>, { watched, state }: WatchedList<K>): void {
	for (const digest of digests) {
		watched.delete(digest);
		state.recent.delete(digest);
	}
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
