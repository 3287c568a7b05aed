import type { IDataObject } from 'n8n-workflow';

import { clock } from './clock';
import type { Connection } from './connection';
import { CancelledFailure, ServiceFailure } from './failure';
import { textOf } from './envelope';
import {
	firstText,
	readDestinationName,
	readDestinations,
	readDestinationStatus,
	readErrorText,
	readPostStatus,
} from './readings';
import { readPost } from './revision';
import { asSentence } from './sentence';

/** Which destinations' failures make the operation fail. */
export type FailOn = 'any' | 'all' | 'never';

export interface WaitRequest {
	postPath: string;
	timeoutMs: number;
	failOn: FailOn;
	/** The post was just handed over for publication: for a moment it may still show its state from before. */
	wasJustPublished: boolean;
	/** The destination that was just handed over once more: for a moment it may still show its old failure. */
	retriedDestinationId?: string;
	/** The post as the last answer had it: saves the first question. */
	known?: { post: IDataObject; etag: string | undefined };
}

/** How a publication stands. */
export interface Publication {
	/** No further change is to be expected without a new command. */
	settled: boolean;
	/** The post's own status, else one worked out from its destinations. */
	status: string;
	/** Account ids, else destination ids. */
	published: string[];
	failed: string[];
	open: string[];
	/** In plain words. */
	message: string;
}

const PURPOSE = 'read the outcome of the post';
const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 10_000;
/** How long an accepted publication may still show the post as a draft. */
const HANDOVER_MS = 15_000;
/** How long an accepted retry may still show the failure that it is to mend. */
const RETRY_HANDOVER_MS = 4_000;

const FAILED_DELIVERY = new Set(['failed', 'blocked', 'needs_review']);
/** States in which nothing is under way. */
const IDLE_POST = new Set(['draft', 'scheduled', 'cancelled', 'canceled']);
const FINAL_POST = new Set(['published', 'partial', 'failed']);

/** Reads how a publication stands from a post. Pure. */
export function readPublication(post: IDataObject): Publication {
	const published: string[] = [];
	const failed: string[] = [];
	const open: string[] = [];
	for (const destination of readDestinations(post)) {
		const status = readDestinationStatus(destination);
		const list =
			status === 'published' ? published : FAILED_DELIVERY.has(status ?? '') ? failed : open;
		list.push(readDestinationName(destination));
	}
	const status =
		readPostStatus(post) ?? sharedIdleStatus(post) ?? deriveStatus(published, failed, open);
	const isDelivered = published.length + failed.length > 0 && open.length === 0;
	const settled = FINAL_POST.has(status) || IDLE_POST.has(status) || isDelivered;
	const lists = { published, failed, open: settled ? [] : open };
	return { settled, status, ...lists, message: describe(post, status, settled, lists) };
}

/** A post of which nothing is under way may say so in its destinations alone. */
function sharedIdleStatus(post: IDataObject): string | undefined {
	const [status, ...others] = new Set(readDestinations(post).map(readDestinationStatus));
	return others.length === 0 && IDLE_POST.has(status ?? '') ? status : undefined;
}

function deriveStatus(published: string[], failed: string[], open: string[]): string {
	if (open.length > 0) return published.length + failed.length > 0 ? 'publishing' : 'unknown';
	if (failed.length === 0) return published.length > 0 ? 'published' : 'unknown';
	return published.length > 0 ? 'partial' : 'failed';
}

function describe(
	post: IDataObject,
	status: string,
	settled: boolean,
	{ published, failed, open }: Pick<Publication, 'published' | 'failed' | 'open'>,
): string {
	if (status === 'draft') return 'The post is a draft. It has not been published.';
	if (status === 'scheduled') {
		const at = textOf(post.scheduled_at);
		return `The post is scheduled${at === undefined ? '' : ` for ${at}`}. It has not been published yet.`;
	}
	if (IDLE_POST.has(status)) return 'The post was cancelled. It has not been published.';
	const parts = [
		published.length > 0 ? `Published: ${published.join(', ')}.` : undefined,
		failed.length > 0 ? `Not published: ${failed.join(', ')}.` : undefined,
		settled ? undefined : `Still open: ${open.length > 0 ? open.join(', ') : 'the post'}.`,
	].filter((part) => part !== undefined);
	return parts.length > 0 ? parts.join(' ') : `The status of the post is ${status}.`;
}

/**
 * Asks for the post until nothing is open any more or the time is up; a post that is still on its way then is
 * given back as it is, not failed.
 *
 * @throws ServiceFailure when destinations failed as `failOn` says, with the post in it
 */
export async function waitForOutcome(
	connection: Connection,
	request: WaitRequest,
): Promise<{ post: IDataObject; etag: string | undefined; publication: Publication }> {
	const startMs = clock.now();
	let delayMs = FIRST_POLL_MS;
	let latest = request.known ?? (await readPost(connection, request.postPath, PURPOSE));
	let trouble = '';
	for (;;) {
		const publication = readPublication(latest.post);
		const elapsedMs = clock.now() - startMs;
		const isHandover = showsStateFromBefore(request, latest.post, publication, elapsedMs);
		const leftMs = request.timeoutMs - elapsedMs;
		if ((publication.settled && !isHandover) || leftMs <= 0) {
			checkFailures(latest, publication, request.failOn);
			const message = `${publication.message}${trouble}`;
			return { ...latest, publication: { ...publication, message } };
		}
		await clock.wait(Math.min(delayMs, leftMs), connection.signal);
		delayMs = Math.min(delayMs * POLL_GROWTH, LONGEST_POLL_MS);
		try {
			latest = await readPost(connection, request.postPath, PURPOSE);
			trouble = '';
		} catch (error) {
			trouble = ` ${passingTrouble(error)}.`;
		}
	}
}

function showsStateFromBefore(
	{ wasJustPublished, retriedDestinationId }: WaitRequest,
	post: IDataObject,
	publication: Publication,
	elapsedMs: number,
): boolean {
	if (retriedDestinationId !== undefined && elapsedMs < RETRY_HANDOVER_MS) {
		const retried = readDestinations(post).find(({ id }) => firstText(id) === retriedDestinationId);
		return retried !== undefined && FAILED_DELIVERY.has(readDestinationStatus(retried) ?? '');
	}
	return wasJustPublished && elapsedMs < HANDOVER_MS && IDLE_POST.has(publication.status);
}

/** The post is on its way whether or not the service can be asked: the wait outlasts a service that is down. */
function passingTrouble(error: unknown): string {
	if (!(error instanceof ServiceFailure) || error instanceof CancelledFailure) throw error;
	const { status } = error.facts;
	if (status !== undefined && status !== 429 && status < 500) throw error;
	return error.message;
}

function checkFailures(
	{ post, etag }: { post: IDataObject; etag: string | undefined },
	publication: Publication,
	failOn: FailOn,
): void {
	const { published, failed, open, status } = publication;
	const hasFailed = failed.length > 0 || status === 'failed' || status === 'partial';
	const isTotal = published.length === 0 && open.length === 0 && status !== 'partial';
	if (failOn === 'never' || !hasFailed || (failOn === 'all' && !isTotal)) return;
	const reasons = readDestinations(post).flatMap((destination) => {
		const state = readDestinationStatus(destination);
		if (!FAILED_DELIVERY.has(state ?? '')) return [];
		const name = readDestinationName(destination);
		const why = readErrorText(destination);
		const reason = why === undefined ? '' : ` – ${why}`;
		return [asSentence(`${name}: ${STATE_WORDS[state ?? ''] ?? state}${reason}`)];
	});
	const went =
		published.length > 0 ? ` Published to ${published.join(', ')}: do not send those again.` : '';
	throw new ServiceFailure(
		published.length > 0
			? 'The post was published to some of its accounts only'
			: 'The post was not published',
		`${reasons.join(' ')}${went} Use Post → Retry Delivery for a failed destination.`,
		{ code: status, post, etag },
	);
}

const STATE_WORDS: Record<string, string> = {
	failed: 'failed',
	blocked: 'blocked',
	needs_review: 'needs review: check on the platform whether it went out before you retry',
};
