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
	readPostStatus,
} from './postRecords';
import { isIdleStatus, readPublication, uncertainAccounts, type Publication } from './publication';
import { readErrorText } from './records';

/** Which failed destinations make the operation fail. */
export type FailOn = 'any' | 'all' | 'never';

export interface WaitRequest {
	postPath: string;
	timeoutMs: number;
	failOn: FailOn;
	/** The post was just handed over for publication: for a moment it may still show its earlier state. */
	wasJustPublished: boolean;
	/** The destinations that are being retried: for a moment they may still show their old failure. */
	retriedDestinationIds?: string[];
	/** The post from the last response: saves the first read. */
	known?: { post: IDataObject; etag: string | undefined };
}

const PURPOSE = 'read the outcome of the post';
const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 10_000;
/** How long a record may still show its state before an accepted command. */
const HANDOVER_MS = 10_000;

/**
 * Polls the post until nothing is open or the time is up. A post that is then still on its way is returned, not
 * reported as a failure.
 *
 * @throws ServiceFailure when destinations failed according to `failOn`; it contains the post
 */
export async function waitForOutcome(
	connection: Connection,
	request: WaitRequest,
): Promise<{ post: IDataObject; etag: string | undefined; publication: Publication }> {
	const startMs = clock.now();
	let delayMs = FIRST_POLL_MS;
	let latest = request.known ?? (await readPost(connection, request.postPath, PURPOSE));
	let failureText = '';
	for (;;) {
		const publication = readPublication(latest.post, request.wasJustPublished);
		const elapsedMs = clock.now() - startMs;
		const isHandover = showsEarlierState(request, latest.post, publication, elapsedMs);
		const leftMs = request.timeoutMs - elapsedMs;
		const settled = publication.settled && !isHandover;
		if (settled || leftMs <= 0) {
			checkFailures(latest, publication, request.failOn);
			const hasNotBegun = isHandover || (!settled && isIdleStatus(publication.status));
			const handover = hasNotBegun ? ' The service has accepted it, but has not begun yet.' : '';
			const message = `${publication.message}${handover}${failureText}`;
			return { ...latest, publication: { ...publication, settled, message } };
		}
		await clock.wait(Math.min(delayMs, leftMs), connection.signal);
		delayMs = Math.min(delayMs * POLL_GROWTH, LONGEST_POLL_MS);
		try {
			latest = await readPost(connection, request.postPath, PURPOSE);
			failureText = '';
		} catch (error) {
			failureText = ` ${temporaryFailure(error, request)}.`;
		}
	}
}

function showsEarlierState(
	{ wasJustPublished, retriedDestinationIds = [], timeoutMs }: WaitRequest,
	post: IDataObject,
	publication: Publication,
	elapsedMs: number,
): boolean {
	if (retriedDestinationIds.length > 0 && elapsedMs < HANDOVER_MS) {
		const retried = readDestinations(post).filter(({ id }) =>
			retriedDestinationIds.includes(firstText(id) ?? ''),
		);
		return retried.some((destination) =>
			FAILED_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? ''),
		);
	}
	// Deliveries that have ended in a post that looks idle may be those of an earlier publication.
	const isContradictory = publication.settled && isIdleStatus(readPostStatus(post));
	return wasJustPublished && isContradictory && elapsedMs < Math.min(HANDOVER_MS, timeoutMs);
}

/** The post is on its way whether or not it can be read, so the wait outlasts a service that is down. */
function temporaryFailure(error: unknown, { wasJustPublished }: WaitRequest): string {
	if (!(error instanceof ServiceFailure) || error instanceof CancelledFailure) throw error;
	const { status } = error.facts;
	if (status === undefined || status === 429 || status >= 500) return error.message;
	throw wasJustPublished ? afterAcceptance(error) : error;
}

/** As long as the outcome is unknown, the post must not be sent again. */
function afterAcceptance({ message, description, facts }: ServiceFailure): ServiceFailure {
	const advice =
		'The service accepted the post earlier, so it may have been published: do not publish it again, but use Post → Wait for Outcome.';
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
		return [asSentence(`${name}: ${STATE_TEXTS[state ?? ''] ?? state}${reason}`)];
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

const STATE_TEXTS: Record<string, string> = {
	failed: 'failed',
	blocked: 'blocked',
	needs_review: 'needs review: check on the platform whether it went out before you retry',
};
