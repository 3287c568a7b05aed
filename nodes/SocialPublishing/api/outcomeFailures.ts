import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';
import type { AccountDirectory } from './accountDirectory';
import { deliveryNamer, listAccountIds, type DeliveryNamer } from './deliveries';
import { describeRefusal, outcomeTitle } from './outcomeTitle';
import { idOfPost } from './posts';
import { deliveriesNotBegun, type Publication } from './publication';
import { isUncertain } from './readings/delivery';
import {
	isIncompleteThread,
	readByOutcome,
	readDeliveryLink,
	readPostLinks,
	readThreadLinks,
} from './readings/outcome';
import { readErrorText, readRecordId } from './readings/record';

/** Which failed deliveries make the operation fail. */
export type FailOn = 'any' | 'all' | 'never';

/** The state of a post at the end of a wait. */
export interface Outcome {
	post: IDataObject;
	etag: string | undefined;
	publication: Publication;
}

export interface OutcomeCheck {
	/** The part of the post that counts. */
	relevant: IDataObject;
	/** Provides the names of the accounts. */
	accounts: AccountDirectory;
	failOn: FailOn;
	postPath: string;
	/** Of the wait, from the construction of the `PendingOutcome`; 0 without a wait. */
	timeoutMs: number;
	/** Why the latest state could not be read. */
	readFailure: string | undefined;
	/** The operation has published the post or retried deliveries, so a Retry of the execution retries the failed ones. */
	wasJustPublished?: boolean;
	/** n8n offers no Retry of the execution, or nobody is there to use it. */
	hasNoRetry?: boolean;
}

/** An outcome, with what its failure needs. */
type Ended = Outcome &
	OutcomeCheck & {
		/** Those that count. */
		deliveries: ReturnType<typeof readByOutcome>;
		nameOf: DeliveryNamer;
	};

/**
 * Checks whether an outcome counts as a failure according to `failOn`.
 *
 * @throws ServiceFailure if deliveries failed, or are still open when the time is up; it contains the post
 */
export function checkOutcome(outcome: Outcome, check: OutcomeCheck): void {
	if (check.failOn === 'never') return;
	const { post, etag, publication } = outcome;
	const { relevant, hasNoRetry } = check;
	const nameOf = deliveryNamer(relevant, check.accounts);
	const ended: Ended = { ...check, ...outcome, deliveries: readByOutcome(relevant), nameOf };
	if (!publication.settled) throw timeIsUp(ended);
	const { published, status } = publication;
	const isPartial = published.length > 0 || status === 'partial';
	if (!hasFailures(publication) || (check.failOn === 'all' && isPartial)) return;
	const title = outcomeTitle(relevant, isPartial, nameOf);
	const notBegun = deliveriesNotBegun(relevant);
	const parts = [
		...(title.isComplete ? [] : describeFailed(ended)),
		...describePublished(ended),
		...describeParts(ended),
		...(notBegun.length > 0 ? [`Not started: ${notBegun.map(nameOf).join(', ')}.`] : []),
		adviceFor(ended),
		// Otherwise the error of the whole run names the posts.
		...(hasNoRetry ? [`Post ID: ${idOf(ended)}.`] : []),
		...listIds(ended),
	];
	const facts = { code: status, post, etag };
	throw new ServiceFailure(title.text, parts.join(' '), facts, { effect: 'accepted' });
}

/** Whether the post has not reached some of its accounts. */
export function hasFailures({ failed, status }: Publication): boolean {
	return failed.length > 0 || status === 'failed' || status === 'partial';
}

/** How to try again without publishing anything twice. */
function adviceFor({ post, deliveries, wasJustPublished, hasNoRetry }: Ended): string {
	if (deliveries.all.some((each) => isIncompleteThread(post, each))) return THREAD_ADVICE;
	if (deliveries.uncertain.length > 0) return CHECK_ADVICE;
	return wasJustPublished && !hasNoRetry ? RETRY_ADVICE : RETRY_FAILED_ADVICE;
}

const RETRY_ADVICE =
	'To try again, retry this execution (Executions → Retry): only the accounts that failed are tried.';
const RETRY_FAILED_ADVICE = 'To try again, use Post → Retry Failed for this post.';
export const THREAD_ADVICE =
	'Parts of the thread may be online, and the service cannot retry a thread as a whole. Look at it on the platform, then complete it there. If none of it is online, create a new post for the account.';
const CHECK_ADVICE =
	"Look at the platform first. If the post is not there, use Post → Retry Failed for this post and turn on 'I Checked That It Is Not Online'.";

function timeIsUp(ended: Ended): ServiceFailure {
	const { post, publication, etag, deliveries, nameOf, readFailure, timeoutMs } = ended;
	const id = idOf(ended);
	const links = readPostLinks(post);
	const isAwaited = timeoutMs > 0;
	const parts = [
		...(isAwaited ? [`The outcome was not known within ${timeoutMs / 1_000} seconds.`] : []),
		...describeFailed(ended),
		...describePublished(ended),
		...(readFailure === undefined ? [] : [asSentence(readFailure)]),
		`Post ID: ${id}${links.length > 0 ? ` (${links.join(', ')})` : ''}.`,
		...listIds(ended),
	];
	const facts = { code: publication.status, post: { ...post, id }, etag };
	return unconfirmedFailure(
		deliveries.open.map(nameOf),
		parts,
		facts,
		ended.hasNoRetry || !isAwaited,
	);
}

function idOf({ post, postPath }: Ended): string {
	return readRecordId(post) ?? idOfPost(postPath);
}

/**
 * The failure of a command that the service has accepted, but whose outcome is still open.
 *
 * @param open the names of the open deliveries; empty if unknown
 * @param parts sentences with the known facts
 */
export function unconfirmedFailure(
	open: string[],
	parts: string[],
	facts: ServiceFailure['facts'],
	hasNoRetry = false,
): ServiceFailure {
	const names = open.length > 0 ? open.join(', ') : 'the post';
	const description = [
		...parts,
		hasNoRetry ? `${WAIT_ADVICE}.` : `${WAIT_ADVICE}${RETRY_TO_WAIT}`,
	].join(' ');
	const message = `${NOT_CONFIRMED}. Still open: ${names}`;
	return new ServiceFailure(message, description, facts, { effect: 'accepted' });
}

export const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again';
const WAIT_ADVICE = 'To keep waiting, use Post → Wait for Outcome';
const RETRY_TO_WAIT = ', or retry this execution (Executions → Retry).';

function describeFailed({ deliveries, nameOf }: Ended): string[] {
	return deliveries.failed.map((each) => asSentence(`${nameOf(each)}: ${describeFailure(each)}`));
}

/** The parts of threads that are online although their delivery failed. */
function describeParts({ post, deliveries, nameOf }: Ended): string[] {
	return deliveries.failed.flatMap((each) => {
		const links = readThreadLinks(post, each);
		return links.length === 0
			? []
			: [`Parts of the thread are online on ${nameOf(each)}: ${links.join(', ')}.`];
	});
}

function describePublished({ post, deliveries, nameOf }: Ended): string[] {
	const places = deliveries.published.map((each) => {
		const link = readDeliveryLink(post, each);
		return link === undefined ? nameOf(each) : `${nameOf(each)}: ${link}`;
	});
	if (places.length === 0) return [];
	return [`Published on ${places.join(', ')} – do not publish it there again.`];
}

function describeFailure(destination: IDataObject): string {
	if (!isUncertain(destination)) return describeRefusal(destination) ?? 'failed';
	const why = readErrorText(destination);
	return `${NEEDS_REVIEW}${why === undefined ? '' : ` – ${why}`}`;
}

const NEEDS_REVIEW = 'it is not known whether it went out';

/** The IDs of the accounts that the post has not reached. */
function listIds({ deliveries, nameOf }: Ended): string[] {
	const missing = deliveries.all.filter((each) => !deliveries.published.includes(each));
	return [listAccountIds(missing, nameOf) ?? []].flat();
}
