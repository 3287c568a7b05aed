import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, asSentence } from '../shared/failure';
import { firstText } from '../shared/json';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinationName,
	readDestinations,
	readDestinationStatus,
	readPostLinks,
} from './postRecords';
import { accountsNotBegun, uncertainAccounts, type Publication } from './publication';
import { readErrorText } from './records';

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
	failOn: FailOn;
	postPath: string;
	timeoutMs: number;
	/** Why the latest state could not be read. */
	readFailure: string | undefined;
	/** Only retried deliveries count. */
	judgesRetriedOnly?: boolean;
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
	const notBegun = accountsNotBegun(check.judged);
	const parts = [
		...describeEnded(outcome, check),
		...(notBegun.length > 0 ? [`Not begun: ${notBegun.join(', ')}.`] : []),
		RETRY_ADVICE,
	];
	const facts = { code: status, post: outcome.post, etag: outcome.etag };
	throw new ServiceFailure(title, parts.join(' '), facts);
}

const RETRY_ADVICE = 'Use Post → Retry Failed, or Retry Delivery for one destination.';

function timeIsUp(outcome: Outcome, check: OutcomeCheck): ServiceFailure {
	const { publication, etag } = outcome;
	const id =
		firstText(outcome.post.id) ?? decodeURIComponent(check.postPath.split('/').at(-1) ?? '');
	const links = readPostLinks(outcome.post);
	const parts = [
		`The outcome was not known within ${check.timeoutMs / 1_000} seconds.`,
		...describeEnded(outcome, check),
		check.readFailure === undefined ? undefined : asSentence(check.readFailure),
		`Post ID: ${id}${links.length > 0 ? ` (${links.join(', ')})` : ''}.`,
	].filter((part) => part !== undefined);
	const facts = { code: publication.status, post: { ...outcome.post, id }, etag };
	return unconfirmedFailure(publication.open, parts, facts);
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
): ServiceFailure {
	const names = open.length > 0 ? open.join(', ') : 'the post';
	const description = [...parts, WAIT_ADVICE].join(' ');
	return new ServiceFailure(`${NOT_CONFIRMED}. Still open: ${names}`, description, facts);
}

const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again';
const WAIT_ADVICE =
	'To go on waiting, use Post → Wait for Outcome, or retry this execution (Executions → Retry).';

/** The deliveries that have ended, and how. */
function describeEnded({ publication }: Outcome, { judged }: OutcomeCheck): string[] {
	const { published } = publication;
	const reasons = readDestinations(judged).flatMap((destination) => {
		const state = readDestinationStatus(destination) ?? '';
		if (!FAILED_DELIVERY_STATUSES.has(state)) return [];
		const name = readDestinationName(destination);
		const why = readErrorText(destination);
		const reason = why === undefined ? '' : ` – ${why}`;
		return [asSentence(`${name}: ${STATE_TEXTS[state] ?? state}${reason}`)];
	});
	if (published.length === 0) return reasons;
	return [...reasons, `Published to ${published.join(', ')}: do not send those again.`];
}

const STATE_TEXTS: Record<string, string> = {
	failed: 'failed',
	blocked: 'blocked',
	needs_review: 'needs review: check on the platform whether it went out before you retry',
};

function postTitle({ publication }: Outcome, { judged }: OutcomeCheck): string {
	if (publication.published.length > 0 || publication.status === 'partial') {
		return 'The post was published to some of its accounts only';
	}
	return uncertainAccounts(judged).length > 0
		? 'It is not known whether the post was published'
		: 'The post was not published';
}

function retryTitle({ publication }: Outcome, { judged }: OutcomeCheck): string {
	if (publication.published.length > 0 || publication.status === 'partial') {
		return 'The retry reached some of the accounts only';
	}
	return uncertainAccounts(judged).length > 0
		? 'It is not known whether the retry published the post'
		: 'The retry did not publish the post';
}
