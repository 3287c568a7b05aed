import type { IDataObject } from 'n8n-workflow';

import { cutMiddle, asSentence } from './text/sentences';

/** In characters: the editor shows texts of this length in full, and n8n can store them. */
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 5_000;

/** What is known about a failed request to the service. All of it may be shown to the user. */
export interface FailureFacts {
	/** HTTP status of the response; absent when none arrived. */
	status?: number;
	/** `error.code` as the service sent it, or the network's error code. */
	code?: string;
	/** Identifies the request in the service's logs. */
	requestId?: string;
	/** Per-field details as the service sent them. */
	details?: unknown;
	/** The current post, where that helps to continue (revision conflict, failed delivery). */
	post?: IDataObject;
	/** The ETag that belongs to `post`. */
	etag?: string;
}

/** An operation failed. `message` states what happened, `advice` what to do next, `effect` what the operation has done. */
export class ServiceFailure extends Error {
	advice: string;
	effect: Effect = 'none';
	/** The end of a message that begins "Could not …:"; undefined for any other message. */
	happened: string | undefined;
	/** They decide how the effect is worded. */
	effectFacts: EffectFacts = {};

	constructor(
		message: string,
		advice: string,
		readonly facts: FailureFacts = {},
	) {
		super(cutMiddle(message, MAX_MESSAGE_LENGTH));
		this.name = 'ServiceFailure';
		this.advice = advice;
	}

	get description(): string {
		return this.describe({});
	}

	/** What the operation has done, and what to do next. */
	describe(context: ItemContext): string {
		const sentences = [...describeEffect(this, context), this.advice];
		return cutMiddle(sentences.filter(Boolean).join(' '), MAX_DESCRIPTION_LENGTH);
	}

	/** Adds a sentence to the advice. */
	advise(sentence: string): void {
		this.advice = this.advice === '' ? sentence : `${asSentence(this.advice)} ${sentence}`;
	}
}

/** The operation has sent nothing, because the effect of an earlier one is unknown. */
export class UndecidedFailure extends ServiceFailure {
	constructor(message: string, advice: string, facts: FailureFacts = {}) {
		super(message, advice, facts);
		this.effectFacts = { nothingWas: 'sent' };
	}
}

/** The user's input cannot be sent. Nothing has been sent. */
export class InputFailure extends ServiceFailure {
	constructor(message: string, advice = 'Correct the value and try again.') {
		super(message, advice);
		this.name = 'InputFailure';
		this.effectFacts = { nothingWas: 'sent' };
	}
}

/** The workflow was cancelled while the node was running. */
export class CancelledFailure extends ServiceFailure {
	constructor() {
		super('The workflow was cancelled', 'The node stopped before it was finished.');
		this.name = 'CancelledFailure';
		this.effect = 'unknown';
	}
}

/** Whether the service refused a request or did not respond, rather than the user having cancelled it. */
export function isRequestFailure(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && !(error instanceof CancelledFailure);
}

/** Whether a command may have taken effect although it failed with this error. */
export function mayHaveTakenEffect(error: unknown): boolean {
	return error instanceof ServiceFailure && error.effect !== 'none';
}

/** Whether the same request may succeed later. */
export function isTemporary({ facts: { status } }: ServiceFailure): boolean {
	return status === undefined || status === 429 || status >= 500;
}

/** Whether the service could not be reached, or was not able to respond. */
export function isOutage(error: unknown): boolean {
	return error instanceof ServiceFailure && !(error instanceof InputFailure) && isTemporary(error);
}

/** For `withTimeout`: the service was too slow for the caller. */
export function slowServiceFailure(limitMs: number): ServiceFailure {
	return new ServiceFailure(
		`The service did not respond within ${limitMs / 1_000} seconds`,
		'It may be slow or unreachable, or the rate limit of the credential may be used up.',
	);
}

/** Explains a failure: what happened, and what to do next. */
export interface Explanation {
	happened: string;
	advice: string;
	/** Waiting may help. It is not advised for a command of unknown effect, which has advice of its own. */
	isTemporary?: boolean;
	/** Shown unless an earlier attempt may have taken effect. */
	nothingWas?: EffectFacts['nothingWas'];
}

/** For `.catch`: returns a failed request as a value; anything else is a bug and is thrown again. */
export function asServiceFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** One or two sentences: what happened, and what to do next. */
export function describeFailure(error: unknown): string {
	if (error instanceof ServiceFailure) return `${asSentence(error.message)} ${error.description}`;
	return error instanceof Error ? error.message : String(error);
}

/**
 * The known effect of a failed operation.
 * - `none`: nothing
 * - `unknown`: the service may have carried out its command
 * - `accepted`: the service has accepted its command; what failed is what follows
 */
export type Effect = 'none' | 'unknown' | 'accepted';

/** The facts that decide how an effect is worded. */
export interface EffectFacts {
	/** What certainly has not happened. Undefined where the operation only reads. */
	nothingWas?: 'sent' | 'changed' | 'uploaded';
	/** An earlier attempt has sent something. */
	wasSentBefore?: boolean;
	/** The command whose response was lost. */
	lost?: {
		/** Completes "Could not …". */
		purpose: string;
		/** How to go on without doing the same thing twice. */
		repeatAdvice?: string;
		/** The response to an earlier attempt was lost; this one has been refused. */
		wasEarlier?: boolean;
	};
	/** What an accepted command has left, in a sentence. */
	left?: string;
}

/** What else has happened to the item, or to others, in the run that the failure ends. */
export interface ItemContext {
	/** An earlier attempt at the item may have taken effect. */
	isUncertain?: boolean;
	/** Other items have been sent. */
	hasSentOthers?: boolean;
}

/** Describes in sentences what a failed operation has done. No other code words this. */
export function describeEffect(
	{ effect, effectFacts: facts }: { effect: Effect; effectFacts: EffectFacts },
	context: ItemContext,
): string[] {
	const openAttempt = effect === 'none' && context.isUncertain ? [OPEN_ATTEMPT] : [];
	const left = facts.left === undefined ? [] : [facts.left];
	return [...describeCommand(effect, facts, context), ...left, ...openAttempt];
}

function describeCommand(effect: Effect, facts: EffectFacts, context: ItemContext): string[] {
	const { nothingWas, lost, left, wasSentBefore } = facts;
	if (effect === 'unknown' && lost !== undefined) return describeLost(lost);
	if (effect !== 'none' || nothingWas === undefined) return [];
	if (left !== undefined) return ['It was neither published nor scheduled.'];
	if (nothingWas !== 'sent') return [`Nothing was ${nothingWas}.`];
	if (context.isUncertain || wasSentBefore) return ['Nothing was sent now.'];
	return [context.hasSentOthers ? 'Nothing was sent for this item.' : 'Nothing was sent.'];
}

function describeLost({
	purpose,
	repeatAdvice,
	wasEarlier,
}: NonNullable<EffectFacts['lost']>): string[] {
	return [
		...(wasEarlier ? ['The response to an earlier attempt was lost.'] : []),
		`It is not known whether this took effect (${purpose}): it may have.`,
		repeatAdvice ?? 'Check that before you try again.',
	];
}

const OPEN_ATTEMPT =
	'The response to an earlier attempt at this item was lost: it may have taken effect. Check that before you send the item again.';
