import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';
import type { AccountDirectory } from './accountDirectory';
import { deliveryNamer, listAccountIds, type DeliveryNamer } from './deliveries';
import { describeRefusal, outcomeTitle } from './outcomeTitle';
import { deliveriesNotBegun, uncertainDeliveries, type Publication } from './publication';
import { hasEnded, readDestinationStatus, showsFailure } from './readings/delivery';
import {
	isIncompleteThread,
	readDeliveryLink,
	readPostLinks,
	readThreadLinks,
} from './readings/outcome';
import { readDestinations } from './readings/post';
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
	timeoutMs: number;
	/** Why the latest state could not be read. */
	readFailure: string | undefined;
	/** The operation has published the post or retried deliveries, so a Retry of the execution retries the failed ones. */
	wasJustPublished?: boolean;
	/** n8n offers no Retry of the execution, or nobody is there to use it. */
	hasNoRetry?: boolean;
}

/**
 * Checks whether an outcome counts as a failure according to `failOn`.
 *
 * @throws ServiceFailure if deliveries failed, or are still open when the time is up; it contains the post
 */
export function checkOutcome(outcome: Outcome, check: OutcomeCheck): void {
	if (check.failOn === 'never') return;
	if (!outcome.publication.settled) throw timeIsUp(outcome, check);
	const { published, failed, status } = outcome.publication;
	const isFailure = failed.length > 0 || status === 'failed' || status === 'partial';
	const isPartial = published.length > 0 || status === 'partial';
	if (!isFailure || (check.failOn === 'all' && isPartial)) return;
	const nameOf = deliveryNamer(check.relevant, check.accounts);
	const title = outcomeTitle(check.relevant, isPartial, nameOf);
	const notBegun = deliveriesNotBegun(check.relevant);
	const parts = [
		...(title.isComplete ? [] : describeFailed(check, nameOf)),
		...describePublished(outcome, check, nameOf),
		...describeParts(outcome, check, nameOf),
		...(notBegun.length > 0 ? [`Not started: ${notBegun.map(nameOf).join(', ')}.`] : []),
		adviceFor(outcome, check),
		// Otherwise the error of the whole run names the posts.
		...(check.hasNoRetry ? [`Post ID: ${idOf(outcome, check)}.`] : []),
		...listIds(check, nameOf),
	];
	const facts = { code: status, post: outcome.post, etag: outcome.etag };
	throw new ServiceFailure(title.text, parts.join(' '), facts, { effect: 'accepted' });
}

/** How to try again without publishing anything twice. */
function adviceFor(
	{ post }: Outcome,
	{ relevant, wasJustPublished, hasNoRetry }: OutcomeCheck,
): string {
	const isIncomplete = (each: IDataObject) => isIncompleteThread(post, each);
	if (readDestinations(relevant).some(isIncomplete)) return THREAD_ADVICE;
	if (uncertainDeliveries(relevant).length > 0) return CHECK_ADVICE;
	return wasJustPublished && !hasNoRetry ? RETRY_ADVICE : RETRY_FAILED_ADVICE;
}

const RETRY_ADVICE =
	'To try again, retry this execution (Executions → Retry): only the accounts that failed are tried.';
const RETRY_FAILED_ADVICE = 'To try again, use Post → Retry Failed for this post.';
export const THREAD_ADVICE =
	'Parts of the thread may be online, and the service cannot retry a thread as a whole. Look at it on the platform, then complete it there. If none of it is online, create a new post for the account.';
const CHECK_ADVICE =
	"Look at the platform first. If the post is not there, use Post → Retry Failed for this post and turn on 'I Checked That It Is Not Online'.";

function timeIsUp(outcome: Outcome, check: OutcomeCheck): ServiceFailure {
	const { publication, etag } = outcome;
	const id = idOf(outcome, check);
	const links = readPostLinks(outcome.post);
	const nameOf = deliveryNamer(check.relevant, check.accounts);
	const open = readDestinations(check.relevant).filter((destination) => !hasEnded(destination));
	const parts = [
		`The outcome was not known within ${check.timeoutMs / 1_000} seconds.`,
		...describeFailed(check, nameOf),
		...describePublished(outcome, check, nameOf),
		check.readFailure === undefined ? undefined : asSentence(check.readFailure),
		`Post ID: ${id}${links.length > 0 ? ` (${links.join(', ')})` : ''}.`,
		...listIds(check, nameOf),
	].filter((part) => part !== undefined);
	const facts = { code: publication.status, post: { ...outcome.post, id }, etag };
	return unconfirmedFailure(open.map(nameOf), parts, facts, check.hasNoRetry);
}

function idOf({ post }: Outcome, { postPath }: OutcomeCheck): string {
	return readRecordId(post) ?? decodeURIComponent(postPath.split('/').at(-1) ?? '');
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

function describeFailed({ relevant }: OutcomeCheck, nameOf: DeliveryNamer): string[] {
	const failed = readDestinations(relevant).filter(showsFailure);
	return failed.map((each) => asSentence(`${nameOf(each)}: ${describeFailure(each)}`));
}

/** The parts of threads that are online although their delivery failed. */
function describeParts(
	{ post }: Outcome,
	{ relevant }: OutcomeCheck,
	nameOf: DeliveryNamer,
): string[] {
	const failed = readDestinations(relevant).filter(showsFailure);
	return failed.flatMap((each) => {
		const links = readThreadLinks(post, each);
		return links.length === 0
			? []
			: [`Parts of the thread are online on ${nameOf(each)}: ${links.join(', ')}.`];
	});
}

function describePublished(
	{ post }: Outcome,
	{ relevant }: OutcomeCheck,
	nameOf: DeliveryNamer,
): string[] {
	const published = readDestinations(relevant).filter(isPublished);
	if (published.length === 0) return [];
	const places = published.map((destination) => {
		const link = readDeliveryLink(post, destination);
		return link === undefined ? nameOf(destination) : `${nameOf(destination)}: ${link}`;
	});
	return [`Published on ${places.join(', ')} – do not publish it there again.`];
}

function describeFailure(destination: IDataObject): string {
	const why = readErrorText(destination);
	if (readDestinationStatus(destination) !== 'needs_review') {
		return describeRefusal(destination) ?? 'failed';
	}
	return `${NEEDS_REVIEW}${why === undefined ? '' : ` – ${why}`}`;
}

const NEEDS_REVIEW = 'it is not known whether it went out';

function isPublished(destination: IDataObject): boolean {
	return hasEnded(destination) && !showsFailure(destination);
}

/** The IDs of the accounts that the post has not reached. */
function listIds({ relevant }: OutcomeCheck, nameOf: DeliveryNamer): string[] {
	const missing = readDestinations(relevant).filter((destination) => !isPublished(destination));
	return [listAccountIds(missing, nameOf)].filter((sentence) => sentence !== undefined);
}
