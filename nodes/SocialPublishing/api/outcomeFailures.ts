import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/sentences';
import { firstText } from '../shared/json';
import type { AccountDirectory } from './accountDirectory';
import { deliveryNamer, listAccountIds, type DeliveryNamer } from './deliveryLabels';
import { deliveriesNotBegun, uncertainDeliveries, type Publication } from './publication';
import {
	FAILED_DELIVERY_STATUSES,
	FINAL_DELIVERY_STATUSES,
	readDestinationStatus,
} from './readings/delivery';
import { readDeliveryLink, readPostLinks } from './readings/links';
import { readDestinations } from './readings/post';
import { readErrorText } from './readings/record';

/** Which failed deliveries make the operation fail. */
export type FailOn = 'any' | 'all' | 'never';

/** Where a wait has ended. */
export interface Outcome {
	post: IDataObject;
	etag: string | undefined;
	publication: Publication;
}

export interface OutcomeCheck {
	/** The part of the post that counts. */
	judged: IDataObject;
	/** For the names. */
	accounts: AccountDirectory;
	failOn: FailOn;
	postPath: string;
	timeoutMs: number;
	/** Why the latest state could not be read. */
	readFailure: string | undefined;
	/** Only retried deliveries count. */
	judgesRetriedOnly?: boolean;
	/** n8n offers no Retry of the execution, or nobody is there to use it. */
	hasNoRetry?: boolean;
}

/**
 * Accepts an outcome, or does not.
 *
 * @throws ServiceFailure when deliveries failed according to `failOn`, or are open although the time is up; it contains
 *   the post
 */
export function checkOutcome(outcome: Outcome, check: OutcomeCheck): void {
	if (check.failOn === 'never') return;
	if (!outcome.publication.settled) throw timeIsUp(outcome, check);
	const { published, failed, status } = outcome.publication;
	const hasFailed = failed.length > 0 || status === 'failed' || status === 'partial';
	const isTotal = published.length === 0 && status !== 'partial';
	if (!hasFailed || (check.failOn === 'all' && !isTotal)) return;
	const title = check.judgesRetriedOnly ? retryTitle(outcome, check) : postTitle(outcome, check);
	const nameOf = deliveryNamer(check.judged, check.accounts);
	const notBegun = deliveriesNotBegun(check.judged);
	const parts = [
		...describeEnded(outcome, check, nameOf),
		...(notBegun.length > 0 ? [`Not begun: ${notBegun.map(nameOf).join(', ')}.`] : []),
		RETRY_ADVICE,
		// Otherwise the error of the whole run names the posts.
		...(check.hasNoRetry ? [`Post ID: ${idOf(outcome, check)}.`] : []),
		...listIds(check, nameOf),
	];
	const facts = { code: status, post: outcome.post, etag: outcome.etag };
	throw accepted(new ServiceFailure(title, parts.join(' '), facts));
}

const RETRY_ADVICE = 'Use Post → Retry Failed, or Retry Delivery for one destination.';

function timeIsUp(outcome: Outcome, check: OutcomeCheck): ServiceFailure {
	const { publication, etag } = outcome;
	const id = idOf(outcome, check);
	const links = readPostLinks(outcome.post);
	const nameOf = deliveryNamer(check.judged, check.accounts);
	const open = readDestinations(check.judged).filter((destination) => !hasEnded(destination));
	const parts = [
		`The outcome was not known within ${check.timeoutMs / 1_000} seconds.`,
		...describeEnded(outcome, check, nameOf),
		check.readFailure === undefined ? undefined : asSentence(check.readFailure),
		`Post ID: ${id}${links.length > 0 ? ` (${links.join(', ')})` : ''}.`,
		...listIds(check, nameOf),
	].filter((part) => part !== undefined);
	const facts = { code: publication.status, post: { ...outcome.post, id }, etag };
	return unconfirmedFailure(open.map(nameOf), parts, facts, check.hasNoRetry);
}

function idOf({ post }: Outcome, { postPath }: OutcomeCheck): string {
	return firstText(post.id) ?? decodeURIComponent(postPath.split('/').at(-1) ?? '');
}

/**
 * The failure of a command that the service has accepted, and whose outcome is open.
 *
 * @param open what is open; empty where that is not known
 * @param parts sentences with what is known
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
	return accepted(new ServiceFailure(`${NOT_CONFIRMED}. Still open: ${names}`, description, facts));
}

function accepted(failure: ServiceFailure): ServiceFailure {
	failure.effect = 'accepted';
	return failure;
}

export const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again';
const WAIT_ADVICE = 'To go on waiting, use Post → Wait for Outcome';
const RETRY_TO_WAIT = ', or retry this execution (Executions → Retry).';

/** The deliveries that have ended, and how. */
function describeEnded(
	{ post }: Outcome,
	{ judged }: OutcomeCheck,
	nameOf: DeliveryNamer,
): string[] {
	const ended = readDestinations(judged).filter(hasEnded);
	const reasons = ended.filter(hasFailed).map((destination) => {
		const why = readErrorText(destination);
		return asSentence(`${nameOf(destination)}: ${describeFailure(destination, why)}`);
	});
	const published = ended.filter((destination) => !hasFailed(destination));
	if (published.length === 0) return reasons;
	const places = published.map((destination) => {
		const link = readDeliveryLink(post, destination);
		return link === undefined ? nameOf(destination) : `${nameOf(destination)}: ${link}`;
	});
	return [...reasons, `Published on ${places.join(', ')} – do not send that again.`];
}

function describeFailure(destination: IDataObject, why: string | undefined): string {
	const state = readDestinationStatus(destination) ?? '';
	if (state === 'failed' && why !== undefined) return why;
	return `${STATE_TEXTS[state] ?? state}${why === undefined ? '' : ` – ${why}`}`;
}

const STATE_TEXTS: Record<string, string> = {
	failed: 'failed',
	blocked: 'blocked',
	needs_review: 'needs review: check on the platform whether it went out before you retry',
};

function hasFailed(destination: IDataObject): boolean {
	return FAILED_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? '');
}

function hasEnded(destination: IDataObject): boolean {
	return FINAL_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? '');
}

/** The ids of the accounts that the post has not reached. */
function listIds({ judged }: OutcomeCheck, nameOf: DeliveryNamer): string[] {
	const isPublished = (destination: IDataObject) =>
		hasEnded(destination) && !hasFailed(destination);
	const missing = readDestinations(judged).filter((destination) => !isPublished(destination));
	return [listAccountIds(missing, nameOf)].filter((sentence) => sentence !== undefined);
}

function postTitle({ publication }: Outcome, { judged }: OutcomeCheck): string {
	if (publication.published.length > 0 || publication.status === 'partial') {
		return 'The post was published to some of its accounts only';
	}
	return uncertainDeliveries(judged).length > 0
		? 'It is not known whether the post was published'
		: 'The post was not published';
}

function retryTitle({ publication }: Outcome, { judged }: OutcomeCheck): string {
	if (publication.published.length > 0 || publication.status === 'partial') {
		return 'The retry reached some of the accounts only';
	}
	return uncertainDeliveries(judged).length > 0
		? 'It is not known whether the retry published the post'
		: 'The retry did not publish the post';
}
