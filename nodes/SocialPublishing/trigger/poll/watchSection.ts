import { clock } from '../../shared/clock';
import { ServiceFailure } from '../../shared/failure';
import { path } from '../../transport/address';
import { fetchPage, followCursors, LARGEST_PAGE, type Page } from '../../transport/paginate';
import { compareListed, toListed, type Found } from './compareListed';
import type { Pass } from './pass';
import { UntoldReader, type ListReader } from './readUntold';
import type { Section } from './sections';
import type { Watch } from './watch';

/** A third of the requests that a minute allows: a longer list takes several polls. */
export const PAGES_A_POLL = 20;

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
	const forgottenBeforeMs = watch.state.forgottenBeforeMs[section.name];
	const list = { reader, section, watched, forgottenBeforeMs, isBaseline: false };
	const untold = new UntoldReader(list);
	await readChanges({ reader, watch, section, watched, untold, onFound });
	// The next poll compares what this one could not read.
	if (untold.failure !== undefined) throw untold.failure.error;
}

interface Reading<K> {
	reader: ListReader;
	watch: Watch;
	section: Section<K>;
	watched: Map<string, K>;
	untold: UntoldReader<K>;
	onFound: (found: Found[]) => Promise<void>;
}

async function readChanges<K>(reading: Reading<K>): Promise<void> {
	const { reader, watch, section, watched, untold, onFound } = reading;
	const pass = watch.passes[section.name];
	const { forgottenBeforeMs } = watch.state;
	if (pass.cursor === undefined) pass.sinceMs = watch.state.sinceMs;
	const end = (isComplete: boolean, isWholeList: boolean) => {
		if (isWholeList && !pass.hasUnread) {
			forget(pass.forgettable, watched, watch);
			forgottenBeforeMs[section.name] = Math.max(forgottenBeforeMs[section.name], pass.sinceMs);
		}
		forget(pass.end(isComplete, watched.keys(), clock.now()), watched, watch);
	};
	let pages = 0;
	for await (const { records, nextCursor } of continuePass(reader, section, pass)) {
		const listed = records.flatMap((record) => toListed(record));
		const read = await untold.read(listed, pass);
		const found = listed.flatMap((entry) =>
			compareListed(section, watched, entry, read.get(entry.digest), watch.state, pass),
		);
		pass.note(listed);
		if (found.length > 0) await onFound(found);
		const isComplete = nextCursor === undefined;
		const oldBeforeMs = forgottenBeforeMs[section.name];
		if (isComplete || pass.canEnd(listed, watched.keys(), oldBeforeMs, clock.now())) {
			end(isComplete, isComplete);
			return;
		}
		pass.cursor = nextCursor;
		if (++pages >= PAGES_A_POLL && !pass.readsAtOnce) return;
	}
	// The list goes round in circles: it has been read, but what is missing may be elsewhere.
	end(false, true);
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
	if (section.untold !== undefined) watch.state.watchedSinceMs = clock.now();
	pass.sinceMs = watch.state.sinceMs;
	const forgottenBeforeMs = pass.sinceMs;
	const list = { reader, section, watched: records, forgottenBeforeMs, isBaseline: true };
	const untold = new UntoldReader(list);
	for await (const page of pagesFrom(reader, section, undefined)) {
		const listed = page.records.flatMap((record) => toListed(record));
		const read = await untold.read(listed, pass);
		for (const entry of listed)
			compareListed(section, records, entry, read.get(entry.digest), watch.state, pass, true);
		pass.note(listed);
	}
	watch.state.forgottenBeforeMs[section.name] = pass.sinceMs;
	pass.end(true, [], clock.now());
	section.keep(watch.state, records);
}

function forget(digests: Iterable<string>, watched: Map<string, unknown>, { state }: Watch): void {
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
