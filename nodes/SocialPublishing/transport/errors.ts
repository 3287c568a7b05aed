import { boundedCopy } from '../shared/bounds';
import { CancelledFailure, ServiceFailure, type FailureFacts, asSentence } from '../shared/failure';
import type { ReceivedResponse } from './attempt';
import type { Connection } from './connection';
import { describeDetails } from './errorDetails';
import { explainNetworkFailure, explainRefusal, explainStatus } from './explanations';
import type { AttemptResult } from './retry';
import type { Call } from './types';

/** General advice that would contradict how an uncertain command is to be repeated. */
const TRY_AGAIN = /^Try again later\. ?/;

/** A service that asks for more than a day does not mean it. */
const LONGEST_STATED_WAIT_MS = 24 * 60 * 60 * 1_000;

/** The service may or may not have carried out a command. */
export class UncertainFailure extends ServiceFailure {}

/** The service responded with a refusal. */
export class RefusedFailure extends ServiceFailure {
	/** The response to an earlier attempt was lost, and nobody can know whether that attempt took effect. */
	isUncertain = false;
	/** What a refusal with status 409 says about the Idempotency-Key. */
	conflict: AttemptResult['conflict'] | undefined;
}

/** Whether a command may have taken effect although it failed with this error. */
export function mayHaveTakenEffect(error: unknown): boolean {
	if (error instanceof RefusedFailure) return error.isUncertain;
	return error instanceof UncertainFailure || error instanceof CancelledFailure;
}

/**
 * The failure for a refusal.
 *
 * @param isUncertain an earlier attempt may have taken effect, and nobody can know
 */
export function refusedFailure(
	connection: Connection,
	call: Call,
	received: ReceivedResponse,
	outcome: AttemptResult,
	isUncertain: boolean,
): ServiceFailure {
	const { happened, advice, unlessUncertain } = explainRefusal(connection, received, outcome, call);
	const facts = factsOf(received);
	const parts = [
		...serviceMessages(received),
		isUncertain ? undefined : unlessUncertain,
		advice,
		isUncertain && call.safety !== 'read'
			? `The response to an earlier attempt was lost. ${describeUncertainty(call)}`
			: undefined,
		describeFacts(facts),
	];
	const message = `Could not ${call.purpose}: ${happened}`;
	const failure = build(connection, RefusedFailure, message, parts, facts);
	failure.isUncertain = isUncertain;
	if (received.status === 409) failure.conflict = outcome.conflict;
	return failure;
}

/** The failure for a command that got no usable response, although it was retried where that is safe. */
export function noResponseFailure(
	connection: Connection,
	call: Call,
	received: ReceivedResponse,
	mayHaveHadEffect: boolean,
): ServiceFailure {
	const facts = factsOf(received);
	const { happened, advice } =
		received.failure === undefined
			? explainStatus(connection, received.status ?? 500, undefined, {})
			: explainNetworkFailure(connection, received.failure.kind);
	const changesSomething = call.safety !== 'read';
	const isUncertain = mayHaveHadEffect && changesSomething;
	const parts = [
		isUncertain ? describeUncertainty(call) : changesSomething ? 'Nothing was changed.' : undefined,
		...serviceMessages(received),
		isUncertain ? advice.replace(TRY_AGAIN, '') || undefined : advice,
		describeFacts(facts),
	];
	const type = isUncertain ? UncertainFailure : ServiceFailure;
	return build(connection, type, `Could not ${call.purpose}: ${happened}`, parts, facts);
}

/** The failure for somebody in the editor, who is not kept waiting until the rate limit allows the next request. */
export function rateLimitUsedUpFailure(
	connection: Connection,
	{ purpose }: Call,
	waitMs: number,
): ServiceFailure {
	const isSensible = waitMs <= LONGEST_STATED_WAIT_MS;
	const when = isSensible ? `in ${Math.max(1, Math.ceil(waitMs / 1_000))} s` : 'later';
	return build(
		connection,
		ServiceFailure,
		`Could not ${purpose}: rate limit used up, try again ${when}`,
		['All tools that use this token share one limit.'],
		{ status: 429 },
	);
}

function describeUncertainty(call: Call): string {
	const again = call.repeatAdvice ?? 'Check that before you run the node again.';
	return `It is not known whether this took effect (${call.purpose}): it may have. ${again}`;
}

/** What the service says itself: about the fields first, then in general. */
function serviceMessages({ envelope: { error } }: ReceivedResponse): string[] {
	const details = describeDetails(error.details);
	if (error.message === undefined) return details;
	return [...details, `The service says: ${asSentence(error.message)}`];
}

function factsOf({ status, envelope, failure }: ReceivedResponse): FailureFacts {
	return {
		// The status of a refusal inside a successful response would be misleading.
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
function build<T extends ServiceFailure>(
	connection: Connection,
	type: new (message: string, description: string, facts: FailureFacts) => T,
	message: string,
	parts: Array<string | undefined>,
	facts: FailureFacts,
): T {
	const description = parts.filter((part) => part !== undefined).join(' ');
	return new type(connection.redact(message), connection.redact(description), {
		...facts,
		code: facts.code && connection.redact(facts.code),
		requestId: facts.requestId && connection.redact(facts.requestId),
		details: boundedCopy(facts.details, (text) => connection.redact(text)),
	});
}
