import type { IDataObject } from 'n8n-workflow';
import { readRecord, firstText, isRecord, textOf } from '../shared/json';

/** How a delivery may have ended, other than well. */
export const FAILED_DELIVERY_STATUSES = new Set(['failed', 'blocked', 'needs_review']);

/** How a delivery may have ended. */
export const FINAL_DELIVERY_STATUSES = new Set(['published', ...FAILED_DELIVERY_STATUSES]);

/** The status of one destination of a post; undefined where none is told. */
export function readDestinationStatus(destination: IDataObject): string | undefined {
	const { status, outcome } = destination;
	const told = [status, isRecord(outcome) ? outcome.status : outcome].map((candidate) =>
		asStatus(firstText(candidate)),
	);
	// Beside an outcome, a status may tell of something else, such as of the work that is done.
	const known = told.find((candidate) => FINAL_DELIVERY_STATUSES.has(candidate ?? ''));
	return known ?? told.find((candidate) => candidate !== undefined);
}

/** What a destination is called in words for the user: its account, else itself. */
export function readDestinationName({ account_id, id }: IDataObject): string {
	return firstText(account_id, id) ?? 'A destination';
}

/** A post's own status; undefined where none is told. */
export function readPostStatus(post: IDataObject): string | undefined {
	return asStatus(textOf(post.status));
}

/** Statuses are known from the kinds of events only, so their spelling does not count. */
function asStatus(text: string | undefined): string | undefined {
	return text?.toLowerCase().replace(/[\s-]+/g, '_');
}

export function readDestinations(post: IDataObject): IDataObject[] {
	return Array.isArray(post.destinations) ? post.destinations.filter(isRecord) : [];
}

/** The post that a retried delivery belongs to, from whichever record the service answers with. */
export function readPostId(record: IDataObject): string | undefined {
	const post = readRecord(record.post);
	const own = Array.isArray(record.destinations) ? record.id : undefined;
	return firstText(record.post_id, record.postId, post.id, own);
}

/**
 * Whether a preflight found the post ready: the service's own verdict in whichever field, else whether it
 * complains of anything. Undefined where it does not tell.
 */
export function readPreflightVerdict(preflight: IDataObject): boolean | undefined {
	for (const verdict of [preflight.ready, preflight.is_ready, preflight.valid, preflight.ok]) {
		if (typeof verdict === 'boolean') return verdict;
	}
	const state = firstText(preflight.status, preflight.readiness, preflight.state);
	if (state !== undefined) return /^(ready|ok|valid|passed)$/i.test(state);
	const { errors, problems, issues, blockers } = preflight;
	const complaints = [errors, problems, issues, blockers].filter(Array.isArray);
	if (complaints.some((list) => list.length > 0)) return false;
	const verdicts = readDestinations(preflight).map(readPreflightVerdict);
	if (verdicts.includes(false)) return false;
	const isTold = verdicts.length > 0 ? !verdicts.includes(undefined) : complaints.length > 0;
	return isTold ? true : undefined;
}
