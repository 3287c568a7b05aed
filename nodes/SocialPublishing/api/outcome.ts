import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/sentences';
import type { Connection } from '../transport/connection';
import { readAccountNames, type AccountDirectory } from './accountDirectory';
import { readPost, type PostState } from './posts';
import { checkOutcome, type FailOn } from './outcomeFailures';
import { readPublication, type Publication } from './publication';
import { isIdleStatus, readPostStatus } from './readings/post';
import { HANDOVER_MS, judgedPart, type RetriedDelivery } from './retriedDeliveries';

export interface WaitRequest {
	/** The path of the workspace, for the names of its accounts. */
	workspacePath: string;
	postPath: string;
	timeoutMs: number;
	failOn: FailOn;
	/** The post was just handed over for publication: for a moment it may still show its earlier state. */
	wasJustPublished: boolean;
	/** The deliveries that are being retried: they may still show their old failure. */
	retried?: RetriedDelivery[];
	/** Only the retried deliveries count, whatever became of the others. */
	judgesRetriedOnly?: boolean;
	/** n8n offers no Retry of the execution, or nobody is there to use it. */
	hasNoRetry?: boolean;
	/** The post from the last response: saves the first read. */
	known?: PostState;
}

const PURPOSE = 'read the outcome of the post';
const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 10_000;

/**
 * Polls the post until nothing is open or the time is up.
 *
 * @throws ServiceFailure when deliveries failed according to `failOn`, or are still open when the time is up; it contains
 *   the post
 */
export async function waitForOutcome(
	connection: Connection,
	request: WaitRequest,
): Promise<PostState & { publication: Publication }> {
	const {
		postPath,
		timeoutMs,
		wasJustPublished,
		retried = [],
		judgesRetriedOnly = false,
	} = request;
	const startMs = clock.now();
	let delayMs = FIRST_POLL_MS;
	let latest = request.known ?? (await readFirst(connection, request));
	let readFailure: string | undefined;
	for (;;) {
		const elapsedMs = clock.now() - startMs;
		const judged = judgedPart(latest.post, retried, judgesRetriedOnly, elapsedMs);
		const state = readPublication(judged, wasJustPublished);
		const settled = state.settled && !isOfEarlierPublication(latest.post, request, elapsedMs);
		const leftMs = timeoutMs - elapsedMs;
		if (settled || leftMs <= 0) {
			const accounts = await readNames(connection, request, { ...state, settled });
			const named = readPublication(judged, wasJustPublished, accounts);
			const message = describeEnd(named, settled, readFailure);
			const outcome = { ...latest, publication: { ...named, settled, message } };
			checkOutcome(outcome, { judged, accounts, readFailure, ...request });
			return outcome;
		}
		await clock.wait(Math.min(delayMs, leftMs), connection.signal);
		delayMs = Math.min(delayMs * POLL_GROWTH, LONGEST_POLL_MS);
		try {
			latest = await readPost(connection, postPath, PURPOSE);
			readFailure = undefined;
		} catch (error) {
			readFailure = temporaryFailure(error, request);
		}
	}
}

/** Of a post that waits for its publication, no account needs to be named. */
async function readNames(
	connection: Connection,
	{ workspacePath }: WaitRequest,
	{ settled, status, accounts }: Publication,
): Promise<AccountDirectory> {
	if (accounts.length === 0 || (settled && isIdleStatus(status))) return new Map();
	return await readAccountNames(connection, workspacePath);
}

/**
 * Reads a post that the service has accepted for publication.
 *
 * @throws ServiceFailure that warns against publishing it again
 */
export async function readAcceptedPost(
	connection: Connection,
	postPath: string,
): Promise<PostState> {
	return await readPost(connection, postPath, PURPOSE).catch((error: unknown) => {
		throw isReadFailure(error) ? afterAcceptance(error) : error;
	});
}

/** Once the service has accepted a command, a failed read must not end the wait. */
async function readFirst(
	connection: Connection,
	{ postPath, wasJustPublished }: WaitRequest,
): Promise<PostState> {
	if (wasJustPublished) return { post: {}, etag: undefined };
	return await readPost(connection, postPath, PURPOSE);
}

/** Deliveries that have ended in a post that looks idle may be those of an earlier publication. */
function isOfEarlierPublication(
	post: IDataObject,
	{ wasJustPublished, timeoutMs }: WaitRequest,
	elapsedMs: number,
): boolean {
	const isInTime = elapsedMs < Math.min(HANDOVER_MS, timeoutMs);
	return wasJustPublished && isInTime && isIdleStatus(readPostStatus(post));
}

function describeEnd(
	{ status, message }: Publication,
	settled: boolean,
	readFailure: string | undefined,
): string {
	const hasNotBegun = !settled && isIdleStatus(status);
	const handover = hasNotBegun ? ' The service has accepted it, but has not begun yet.' : '';
	return `${message}${handover}${readFailure === undefined ? '' : ` ${asSentence(readFailure)}`}`;
}

/** The post is on its way whether or not it can be read, so the wait outlasts a service that is down. */
function temporaryFailure(error: unknown, { wasJustPublished }: WaitRequest): string {
	if (!isReadFailure(error)) throw error;
	const { status } = error.facts;
	if (status === undefined || status === 429 || status >= 500) return error.message;
	throw wasJustPublished ? afterAcceptance(error) : error;
}

function isReadFailure(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && !(error instanceof CancelledFailure);
}

/** As long as the outcome is unknown, the post must not be sent again. */
function afterAcceptance(failure: ServiceFailure): ServiceFailure {
	failure.effect = 'accepted';
	failure.effectFacts.left = ACCEPTED;
	return failure;
}

const ACCEPTED =
	'The service accepted the post earlier, so it may have been published: do not publish it again, but use Post → Wait for Outcome.';
