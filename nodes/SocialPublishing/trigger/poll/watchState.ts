import type { IDataObject } from 'n8n-workflow';

import { isRecord, readRecord, textOf } from '../../shared/json';
import { decodePosts, encodePosts, type KnownPost } from './knownPost';
import type { Trail } from './trail';

/** An event in the envelope of the service's own events. */
export interface PollEvent extends IDataObject {
	id: string;
	type: string;
	workspace_id: string;
	/** When the node saw that it had happened (ISO 8601). */
	created_at: string;
	data: IDataObject;
}

/** A list that is watched. */
export type ListName = 'posts' | 'media' | 'accounts';

/**
 * What the node has seen so far. A part is undefined until its records have been read once, completely: only then is it
 * known what is new.
 */
export interface WatchState {
	/** Stands for the service and the workspace that this is about. */
	scope: string;
	/** When it was last changed, in milliseconds since 1970. */
	changedAtMs: number;
	/** Finished posts and files are forgotten if nothing has happened to them since then (milliseconds since 1970). */
	sinceMs: number;
	/**
	 * Records that were older than this (milliseconds since 1970) when the list was last read to its end had been forgotten
	 * by then. It stays behind `sinceMs` where no poll has been possible for long: what happened meanwhile is news.
	 */
	forgottenBeforeMs: Record<ListName, number>;
	posts?: Map<string, KnownPost>;
	media?: Map<string, Trail>;
	accounts?: Map<string, Trail>;
	/**
	 * When the node last saw something happen to records whose own dates are older than what it watches (milliseconds
	 * since 1970, by the digest of their ID): a failed delivery has no date, but may soon be tried again.
	 */
	recent: Map<string, number>;
	/** Events by ID whose execution is not known to have ended. */
	pending: Map<string, PollEvent>;
}

export function emptyState(scope: string): WatchState {
	const forgottenBeforeMs = { posts: 0, media: 0, accounts: 0 };
	const nothing = { recent: new Map(), pending: new Map() };
	return { scope, changedAtMs: 0, sinceMs: 0, forgottenBeforeMs, ...nothing };
}

/** The form in which n8n stores it. */
export function encodeState(state: WatchState): IDataObject {
	const { scope, changedAtMs, sinceMs, forgottenBeforeMs } = state;
	const { posts, media, accounts, recent, pending } = state;
	return {
		...{ scope, changedAtMs, sinceMs },
		forgottenBeforeMs: { ...forgottenBeforeMs },
		...(posts && { posts: encodePosts(posts) }),
		...(media && { media: encodeTrails(media) }),
		...(accounts && { accounts: encodeTrails(accounts) }),
		...(recent.size > 0 && { recent: Object.fromEntries(recent) }),
		...(pending.size > 0 && { pending: [...pending.values()].map((event) => ({ ...event })) }),
	};
}

/** Undefined where nothing readable is stored for this scope. */
export function decodeState(stored: unknown, scope: string): WatchState | undefined {
	if (!isRecord(stored) || stored.scope !== scope) return undefined;
	const { posts, media, accounts, recent, pending } = stored;
	const events = Array.isArray(pending) ? pending.map(readEvent) : [];
	const forgotten = readRecord(stored.forgottenBeforeMs);
	return {
		scope,
		changedAtMs: Number(stored.changedAtMs) || 0,
		sinceMs: Number(stored.sinceMs) || 0,
		forgottenBeforeMs: {
			posts: Number(forgotten.posts) || 0,
			media: Number(forgotten.media) || 0,
			accounts: Number(forgotten.accounts) || 0,
		},
		posts: typeof posts === 'string' ? decodePosts(posts) : undefined,
		media: typeof media === 'string' ? decodeTrails(media) : undefined,
		accounts: typeof accounts === 'string' ? decodeTrails(accounts) : undefined,
		recent: new Map(
			Object.entries(readRecord(recent)).map(([digest, atMs]) => [digest, Number(atMs) || 0]),
		),
		pending: new Map(
			events.filter((event) => event !== undefined).map((event) => [event.id, event]),
		),
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

/** `<digest of the ID, 8><trail> …` */
function encodeTrails(trails: ReadonlyMap<string, Trail>): string {
	return [...trails].map(([digest, trail]) => `${digest}${trail}`).join(' ');
}

function decodeTrails(text: string): Map<string, Trail> {
	const entries = text.split(' ').filter((entry) => /^[\w-]{8}[a-z]*$/.test(entry));
	return new Map(entries.map((entry) => [entry.slice(0, 8), entry.slice(8)]));
}
