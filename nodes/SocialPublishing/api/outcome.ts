import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { CancelledFailure, ServiceFailure, asSentence } from '../shared/failure';
import { firstText } from '../shared/json';
import type { Connection } from '../transport/connection';
import { readPost } from './changePost';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinationName,
	readDestinations,
	readDestinationStatus,
} from './postRecords';
import { IDLE_POST, readPublication, uncertainAccounts, type Publication } from './publication';
import { readErrorText } from './records';

/** Which destinations' failures make the operation fail. */
export type FailOn = 'any' | 'all' | 'never';

export interface WaitRequest {
	postPath: string;
	timeoutMs: number;
	failOn: FailOn;
	/** The post was just handed over for publication: for a moment it may still show its state from before. */
	wasJustPublished: boolean;
	/** Destinations that were just handed over again: for a moment they may still show their old failure. */
	retriedDestinationIds?: string[];
	/** The post as the last answer had it: saves the first question. */
	known?: { post: IDataObject; etag: string | undefined };
}

const PURPOSE = 'read the outcome of the post';
const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 10_000;
/** How long an accepted retry may still show the failure that it is to mend. */
const RETRY_HANDOVER_MS = 10_000;

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
		const settled = publication.settled && !isHandover;
		if (settled || leftMs <= 0) {
			// A failure from before is still the last that is known of a retry.
			const isRetry = (request.retriedDestinationIds ?? []).length > 0;
			if (!isHandover || isRetry) checkFailures(latest, publication, request.failOn);
			const handover = isHandover ? ' The service has accepted it, but has not begun yet.' : '';
			const message = `${publication.message}${handover}${trouble}`;
			return { ...latest, publication: { ...publication, settled, message } };
		}
		await clock.wait(Math.min(delayMs, leftMs), connection.signal);
		delayMs = Math.min(delayMs * POLL_GROWTH, LONGEST_POLL_MS);
		try {
			latest = await readPost(connection, request.postPath, PURPOSE);
			trouble = '';
		} catch (error) {
			trouble = ` ${passingTrouble(error, request)}.`;
		}
	}
}

function showsStateFromBefore(
	{ wasJustPublished, retriedDestinationIds = [] }: WaitRequest,
	post: IDataObject,
	publication: Publication,
	elapsedMs: number,
): boolean {
	if (retriedDestinationIds.length > 0 && elapsedMs < RETRY_HANDOVER_MS) {
		const retried = readDestinations(post).filter(({ id }) =>
			retriedDestinationIds.includes(firstText(id) ?? ''),
		);
		return retried.some((destination) =>
			FAILED_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? ''),
		);
	}
	return wasJustPublished && IDLE_POST.has(publication.status);
}

/** The post is on its way whether or not the service can be asked: the wait outlasts a service that is down. */
function passingTrouble(error: unknown, { wasJustPublished }: WaitRequest): string {
	if (!(error instanceof ServiceFailure) || error instanceof CancelledFailure) throw error;
	const { status } = error.facts;
	if (status === undefined || status === 429 || status >= 500) return error.message;
	throw wasJustPublished ? afterAcceptance(error) : error;
}

/** Whoever does not know the outcome must not send the post once more. */
function afterAcceptance({ message, description, facts }: ServiceFailure): ServiceFailure {
	const advice =
		'The service has accepted the post before, so it may be out: do not publish it again, but use Post → Wait for Outcome.';
	return new ServiceFailure(message, `${asSentence(description)} ${advice}`, facts);
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
		if (!FAILED_DELIVERY_STATUSES.has(state ?? '')) return [];
		const name = readDestinationName(destination);
		const why = readErrorText(destination);
		const reason = why === undefined ? '' : ` – ${why}`;
		return [asSentence(`${name}: ${STATE_WORDS[state ?? ''] ?? state}${reason}`)];
	});
	const parts = [
		...reasons,
		published.length > 0
			? `Published to ${published.join(', ')}: do not send those again.`
			: undefined,
		open.length > 0
			? `Still open: ${open.join(', ')}. Those may yet be published: do not send them again.`
			: undefined,
		'Use Post → Retry Delivery for a failed destination.',
	];
	const description = parts.filter((part) => part !== undefined).join(' ');
	throw new ServiceFailure(titleOf(post, publication), description, { code: status, post, etag });
}

function titleOf(post: IDataObject, { published, open, status }: Publication): string {
	if (published.length > 0 || status === 'partial') {
		return 'The post was published to some of its accounts only';
	}
	if (open.length > 0) return 'The post has not reached all of its accounts';
	return uncertainAccounts(post).length > 0
		? 'It is not known whether the post was published'
		: 'The post was not published';
}

const STATE_WORDS: Record<string, string> = {
	failed: 'failed',
	blocked: 'blocked',
	needs_review: 'needs review: check on the platform whether it went out before you retry',
};
