import {
	type Explanation,
	ServiceFailure,
	type FailureFacts,
	type FailureMarks,
} from '../shared/failure';
import { boundedCopy } from '../shared/json';
import { asSentence } from '../shared/text/sentences';
import type { ReceivedResponse } from './attempt';
import type { Connection } from './connection';
import { describeDetails } from './errorDetails';
import { adviceOf, explainNetworkFailure, explainRefusal, explainStatus } from './explanations';
import { type AttemptResult, isNotFound } from './retry';
import type { Call } from './types';

/** A longer wait is a mistake of the service, so it is not shown. */
const MAX_STATED_WAIT_MS = 24 * 60 * 60 * 1_000;

/** The service responded with a refusal. */
export class RefusedFailure extends ServiceFailure {
	/**
	 * @param conflict the meaning of a 409 for the Idempotency-Key
	 * @param isForeign the refusal comes from a proxy, so the effect of the command is unknown
	 */
	constructor(
		message: string,
		advice: string,
		facts?: FailureFacts,
		marks?: FailureMarks,
		readonly conflict?: AttemptResult['conflict'],
		readonly isForeign = false,
	) {
		super(message, advice, facts, marks);
	}
}

/**
 * Whether the service itself states that a record does not exist. A proxy that cannot reach the service responds with 404
 * as well, but without the service's code and request ID.
 */
export function isMissing(error: unknown): boolean {
	if (!(error instanceof RefusedFailure) || error.isForeign) return false;
	const { status, code, requestId } = error.facts;
	return isNotFound(status) && (code ?? requestId) !== undefined;
}

/** A call, and the response to its last request. */
interface Exchange {
	connection: Connection;
	call: Call;
	received: ReceivedResponse;
}

/**
 * The failure for a refusal.
 *
 * @param isUncertain an earlier attempt may have taken effect
 */
export function refusedFailure(
	exchange: Exchange,
	outcome: AttemptResult,
	isUncertain: boolean,
): RefusedFailure {
	const { connection, call, received } = exchange;
	const explanation = explainRefusal(connection, received, outcome, call);
	const lost = isUncertain ? lostMarks(connection, call, true) : {};
	const isConflict = [received.status, outcome.status].includes(409);
	return new RefusedFailure(
		...partsOf(exchange, { ...explanation, advice: adviceOf(explanation) }, lost),
		isConflict ? outcome.conflict : undefined,
		received.envelope.isForeign,
	);
}

/** The failure for a command without a usable response, after any safe retries. */
export function noResponseFailure(exchange: Exchange, mayHaveHadEffect: boolean): ServiceFailure {
	const { connection, call, received } = exchange;
	const explanation =
		received.failure === undefined
			? (received.envelope.refusal ??
				explainStatus(connection, received.status ?? 500, undefined, {}))
			: explainNetworkFailure(connection, received.failure.kind);
	const isLost = mayHaveHadEffect && call.safety !== 'safe';
	// A command of unknown effect has advice of its own on how to repeat it.
	const worded = isLost ? explanation.advice : adviceOf(explanation);
	const explained: Explanation = { ...explanation, advice: worded, nothingWas: 'changed' };
	const lost = isLost ? lostMarks(connection, call, false) : {};
	return new ServiceFailure(...partsOf(exchange, explained, lost));
}

/** A call that only reads has no effect, even if its response was lost. */
function lostMarks(
	{ redact }: Connection,
	{ safety, purpose, repeatAdvice }: Call,
	wasEarlier: boolean,
): FailureMarks {
	if (safety === 'safe') return {};
	const lost = { purpose: redact(purpose), repeatAdvice, wasEarlier };
	return { effect: 'unknown', effectFacts: { lost } };
}

/** The failure in the editor, where users do not wait until the rate limit allows the next request. */
export function rateLimitUsedUpFailure(
	connection: Connection,
	{ purpose }: Call,
	waitMs: number,
): ServiceFailure {
	const isSensible = waitMs <= MAX_STATED_WAIT_MS;
	const when = isSensible ? `in ${Math.max(1, Math.ceil(waitMs / 1_000))} s` : 'later';
	return new ServiceFailure(
		connection.redact(`Could not ${purpose}: rate limit reached, try again ${when}`),
		'All tools that use this token share one limit.',
		{ status: 429 },
	);
}

/** The service's own messages: those about fields, then the general one. */
function serviceMessages({ envelope: { error } }: ReceivedResponse): string[] {
	const details = describeDetails(error.details);
	if (error.message === undefined) return details;
	return [...details, `The service says: "${asSentence(error.message)}"`];
}

function factsOf({ status, envelope, failure }: ReceivedResponse): FailureFacts {
	return {
		// The status of a refusal or a fault inside a successful response would be misleading.
		status: envelope.refusal === undefined ? status : undefined,
		code: envelope.error.code ?? failure?.code,
		requestId: envelope.requestId,
		details: envelope.error.details,
	};
}

function describeFacts({ status, code, requestId }: FailureFacts): string | undefined {
	const parts = [
		status === undefined ? undefined : `status ${status}`,
		code === undefined ? undefined : `code ${code}`,
		requestId === undefined ? undefined : `request ID ${requestId}`,
	].filter((part) => part !== undefined);
	return parts.length === 0 ? undefined : `(${parts.join(', ')})`;
}

/** A service or a proxy may repeat what it received, so the token is removed from every text. */
function partsOf(
	{ connection: { redact }, call, received }: Exchange,
	{ happened, advice, nothingWas }: Explanation,
	{ effectFacts, ...effect }: FailureMarks,
): [message: string, advice: string, facts: FailureFacts, marks: FailureMarks] {
	const facts = factsOf(received);
	const parts = [...serviceMessages(received), advice, describeFacts(facts)];
	const message = `Could not ${call.purpose}: ${happened}`;
	const nothing = call.safety === 'safe' ? {} : { nothingWas };
	return [
		redact(message),
		redact(parts.filter(Boolean).join(' ')),
		{
			...facts,
			code: facts.code && redact(facts.code),
			requestId: facts.requestId && redact(facts.requestId),
			details: boundedCopy(facts.details, (text) => redact(text)),
		},
		{ ...effect, happened: redact(happened), effectFacts: { ...nothing, ...effectFacts } },
	];
}
