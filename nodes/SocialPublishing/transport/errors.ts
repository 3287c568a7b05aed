import { CancelledFailure, ServiceFailure, type FailureFacts, asSentence } from '../shared/failure';
import type { ReceivedResponse } from './attempt';
import type { Connection } from './connection';
import { describeDetails } from './errorDetails';
import { explainNetworkFailure, explainRefusal, explainStatus } from './explanations';
import type { AttemptResult } from './retry';
import type { Call } from './types';

/** The service may or may not have carried a command out. */
export class UncertainFailure extends ServiceFailure {}

/** The service has answered, and said no. */
export class RefusedFailure extends ServiceFailure {
	/** The answer to an earlier try was lost, and nobody can tell whether that one took effect. */
	isUncertain = false;
}

/** Whether a command that failed so may have taken effect nevertheless. */
export function mayHaveTakenEffect(error: unknown): boolean {
	if (error instanceof RefusedFailure) return error.isUncertain;
	return error instanceof UncertainFailure || error instanceof CancelledFailure;
}

/**
 * The failure for an answer that says no.
 *
 * @param isOpen an earlier try may have taken effect, and nobody can tell
 */
export function refusedFailure(
	connection: Connection,
	call: Call,
	received: ReceivedResponse,
	outcome: AttemptResult,
	isOpen: boolean,
): ServiceFailure {
	const { happened, advice, unlessUncertain } = explainRefusal(connection, received, outcome, call);
	const facts = factsOf(received);
	const parts = [
		...serviceWords(received),
		isOpen ? undefined : unlessUncertain,
		advice,
		isOpen && call.safety !== 'read'
			? `The answer to an earlier try was lost. ${openQuestion(call)}`
			: undefined,
		describeFacts(facts),
	];
	const message = `Could not ${call.purpose}: ${happened}`;
	const failure = build(connection, RefusedFailure, message, parts, facts);
	failure.isUncertain = isOpen;
	return failure;
}

/** The failure for a command of which no usable answer came, although it was repeated where that is safe. */
export function noResponseFailure(
	connection: Connection,
	call: Call,
	received: ReceivedResponse,
	isUncertain: boolean,
): ServiceFailure {
	const facts = factsOf(received);
	const { happened, advice } =
		received.failure === undefined
			? explainStatus(connection, received.status ?? 500, undefined, {})
			: explainNetworkFailure(connection, received.failure.kind);
	const changesSomething = call.safety !== 'read';
	const isOpen = isUncertain && changesSomething;
	const parts = [
		isOpen ? openQuestion(call) : changesSomething ? 'Nothing was changed.' : undefined,
		...serviceWords(received),
		advice,
		describeFacts(facts),
	];
	const type = isOpen ? UncertainFailure : ServiceFailure;
	return build(connection, type, `Could not ${call.purpose}: ${happened}`, parts, facts);
}

function openQuestion(call: Call): string {
	const again =
		call.safety === 'keyed'
			? 'Running the node again with the same idempotency key is safe.'
			: 'Check that before you run the node again.';
	return `It is not known whether this took effect (${call.purpose}): it may have. ${again}`;
}

/** The service's own account: of the fields first, then in general. */
function serviceWords({ envelope: { error } }: ReceivedResponse): string[] {
	const details = describeDetails(error.details);
	if (error.message === undefined) return details;
	return [...details, `The service says: ${asSentence(error.message)}`];
}

function factsOf({ status, envelope, failure }: ReceivedResponse): FailureFacts {
	return {
		// The status of a refusal within a successful answer would mislead.
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

/** A service or a proxy may repeat what it received, so the token is taken out of every text. */
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
		details: redactAll(connection, facts.details),
	});
}

function redactAll(connection: Connection, details: unknown): unknown {
	if (details === undefined) return undefined;
	return JSON.parse(connection.redact(JSON.stringify(details)));
}
