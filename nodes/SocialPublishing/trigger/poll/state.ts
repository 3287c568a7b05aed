import type { IDataObject } from 'n8n-workflow';

import { isRecord, readRecord, textOf } from '../../shared/json';
import { decodeAccounts, type ResolvedAccounts } from '../chosenAccounts';
import type { PostSnapshot } from './comparePost';
import type { StatusHistory } from './statusHistory';

/** An event in the same envelope as the service's own events. */
export interface PollEvent extends IDataObject {
	id: string;
	type: string;
	workspace_id: string;
	/** When the node detected the event (ISO 8601). */
	created_at: string;
	data: IDataObject;
}

/** The stored snapshot of a record, by list. */
export interface Snapshots {
	posts: PostSnapshot;
	media: StatusHistory;
	accounts: StatusHistory;
}

export type ListName = keyof Snapshots;

export interface ListState<Snapshot> {
	/** By the digest of the record's ID. Undefined until the list has been read completely once. */
	snapshots?: Map<string, Snapshot> | undefined;
	/**
	 * Unknown records that are older than this (milliseconds since 1970) have expired, so they are not new. It advances when
	 * a scan is complete. If no poll was possible for a long time, it is older than `watchedSinceMs`: changes in between are
	 * still events.
	 */
	watermarkMs: number;
}

export interface PollState {
	/** Identifies the service and the workspace. */
	scope: string;
	/** When the state was last changed, in milliseconds since 1970. */
	changedAtMs: number;
	/** Finished posts and files without changes since this time (milliseconds since 1970) expire. */
	watchedSinceMs: number;
	lists: { [Name in ListName]: ListState<Snapshots[Name]> };
	/**
	 * When the node last saw a change of a record whose own dates are older than what is watched (milliseconds since 1970,
	 * by the digest of its ID): a failed delivery has no date, but may soon be retried.
	 */
	recentChangesMs: Map<string, number>;
	/** Since when known records have been missing from their lists (milliseconds since 1970, by the digest of their ID). */
	missingSinceMs: Map<string, number>;
	/** Events whose execution may not have ended, by ID. */
	outbox: Map<string, PollEvent>;
	chosenAccounts: ResolvedAccounts;
}

export function encodeState(state: PollState): IDataObject {
	const { scope, changedAtMs, watchedSinceMs, recentChangesMs, missingSinceMs, outbox } = state;
	const { chosenAccounts } = state;
	const { posts, media, accounts } = state.lists;
	return {
		scope,
		changedAtMs,
		watchedSinceMs,
		posts: encodeList(posts, encodePosts),
		media: encodeList(media, encodeHistories),
		accounts: encodeList(accounts, encodeHistories),
		...(recentChangesMs.size > 0 && { recentChangesMs: Object.fromEntries(recentChangesMs) }),
		...(missingSinceMs.size > 0 && { missingSinceMs: Object.fromEntries(missingSinceMs) }),
		...(chosenAccounts.size > 0 && { chosenAccounts: Object.fromEntries(chosenAccounts) }),
		...(outbox.size > 0 && { outbox: [...outbox.values()].map((event) => ({ ...event })) }),
	};
}

/** Returns the stored state, or an empty one if no readable state is stored for this scope. */
export function decodeState(data: unknown, scope: string): PollState {
	const stored = isRecord(data) && data.scope === scope ? data : {};
	const { posts, media, accounts, outbox } = stored;
	const events = (Array.isArray(outbox) ? outbox : []).map(readEvent);
	return {
		scope,
		changedAtMs: Number(stored.changedAtMs) || 0,
		watchedSinceMs: Number(stored.watchedSinceMs) || 0,
		lists: {
			posts: decodeList(posts, decodePosts),
			media: decodeList(media, decodeHistories),
			accounts: decodeList(accounts, decodeHistories),
		},
		recentChangesMs: decodeTimes(stored.recentChangesMs),
		missingSinceMs: decodeTimes(stored.missingSinceMs),
		outbox: new Map(
			events.filter((event) => event !== undefined).map((event) => [event.id, event]),
		),
		chosenAccounts: decodeAccounts(stored.chosenAccounts),
	};
}

function decodeTimes(stored: unknown): Map<string, number> {
	const times = Object.entries(readRecord(stored));
	return new Map(times.map(([digest, atMs]) => [digest, Number(atMs) || 0]));
}

function encodeList<Snapshot>(
	{ snapshots, watermarkMs }: ListState<Snapshot>,
	encode: (snapshots: ReadonlyMap<string, Snapshot>) => string,
): IDataObject {
	return { watermarkMs, ...(snapshots && { snapshots: encode(snapshots) }) };
}

function decodeList<Snapshot>(
	stored: unknown,
	decode: (text: string) => Map<string, Snapshot>,
): ListState<Snapshot> {
	const { watermarkMs, snapshots } = readRecord(stored);
	return {
		watermarkMs: Number(watermarkMs) || 0,
		snapshots: typeof snapshots === 'string' ? decode(snapshots) : undefined,
	};
}

function readEvent(stored: unknown): PollEvent | undefined {
	if (!isRecord(stored) || !isRecord(stored.data)) return undefined;
	const id = textOf(stored.id);
	const type = textOf(stored.type);
	const workspace_id = textOf(stored.workspace_id);
	const created_at = textOf(stored.created_at);
	if (id === undefined || type === undefined) return undefined;
	if (workspace_id === undefined || created_at === undefined) return undefined;
	return { id, type, workspace_id, created_at, data: { ...stored.data } };
}

/** `<digest of the ID, 8><status history> …` */
function encodeHistories(histories: ReadonlyMap<string, StatusHistory>): string {
	return [...histories].map(([digest, history]) => `${digest}${history}`).join(' ');
}

function decodeHistories(text: string): Map<string, StatusHistory> {
	const entries = text.split(' ').filter((entry) => /^[\w-]{8}[a-z]*$/.test(entry));
	return new Map(entries.map((entry) => [entry.slice(0, 8), entry.slice(8)]));
}

/**
 * Returns the posts as text, 20 to 45 bytes each:
 * `<digest of the ID, 8><status history>[,<content, 4><schedule, 4>][.<fingerprint of a delivery, 4><its history>]…
 * [~<returns>~<fingerprint of a past state, 4>…] `
 */
export function encodePosts(posts: ReadonlyMap<string, PostSnapshot>): string {
	return [...posts]
		.map(([digest, { status, content, schedule, past, returns, deliveries }]) => {
			const fingerprints = content === '' ? '' : `,${content}${schedule}`;
			const histories = [...deliveries].map(([delivery, history]) => `.${delivery}${history}`);
			const pastStates = past.length === 0 ? '' : `~${returns}~${past.join('')}`;
			return `${digest}${status}${fingerprints}${histories.join('')}${pastStates}`;
		})
		.join(' ');
}

const POST =
	/^([\w-]{8})([a-z]*)(?:,([\w-]{4})([\w-]{4}))?((?:\.[\w-]{4}[a-z]*)*)(?:~(\d+)~((?:[\w-]{4})*))?$/;

/** Omits unreadable entries. */
export function decodePosts(text: string): Map<string, PostSnapshot> {
	const posts = new Map<string, PostSnapshot>();
	for (const entry of text.split(' ')) {
		const [, digest, status = '', content = '', schedule = '', histories = '', returns, states] =
			POST.exec(entry) ?? [];
		if (digest === undefined) continue;
		const past = { past: states?.match(/.{4}/g) ?? [], returns: Number(returns ?? 0) };
		const deliveries = new Map(
			histories
				.split('.')
				.slice(1)
				.map((each): [string, StatusHistory] => [each.slice(0, 4), each.slice(4)]),
		);
		posts.set(digest, { status, content, schedule, ...past, deliveries });
	}
	return posts;
}
