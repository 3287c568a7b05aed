import type { IDataObject } from 'n8n-workflow';

import { describeEffect, type Effect, type EffectFacts, type ItemContext } from './effect';
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
	etag?: string;
}

export interface FailureMarks {
	/** Default: none. */
	effect?: Effect;
	/** They decide how the effect is worded. */
	effectFacts?: EffectFacts;
	/** The end of a message that begins "Could not …:". */
	happened?: string;
	/** The service had accepted the last command for the item: what failed is what follows. */
	isAfterHandover?: boolean;
}

/**
 * An operation failed. `message` states what happened, `advice` what to do next, `effect` what the operation has done. A failure
 * does not change, because several items may share it: see `with`.
 */
export class ServiceFailure extends Error {
	readonly effect: Effect;
	readonly effectFacts: EffectFacts;
	readonly happened: string | undefined;
	readonly isAfterHandover: boolean;

	constructor(
		message: string,
		readonly advice: string,
		readonly facts: FailureFacts = {},
		{ effect = 'none', effectFacts = {}, happened, isAfterHandover = false }: FailureMarks = {},
	) {
		super(cutMiddle(message, MAX_MESSAGE_LENGTH));
		this.name = 'ServiceFailure';
		this.effect = effect;
		this.effectFacts = effectFacts;
		this.happened = happened;
		this.isAfterHandover = isAfterHandover;
	}

	/** This failure of the same kind, with some changes. Facts are added. */
	with({ facts, effectFacts, ...changes }: FailureChanges): this {
		const changed: this = Object.create(this);
		return Object.assign(changed, changes, {
			facts: { ...this.facts, ...facts },
			effectFacts: { ...this.effectFacts, ...effectFacts },
		});
	}

	get description(): string {
		return this.describe({});
	}

	/** What the operation has done, and what to do next. */
	describe(context: ItemContext): string {
		const sentences = [...describeEffect(this, context), this.advice];
		return cutMiddle(sentences.filter(Boolean).join(' '), MAX_DESCRIPTION_LENGTH);
	}

	/** This failure, with a sentence added to the advice. */
	withAdvice(sentence: string): this {
		const advice = this.advice === '' ? sentence : `${asSentence(this.advice)} ${sentence}`;
		return this.with({ advice });
	}
}

interface FailureChanges extends FailureMarks {
	message?: string;
	advice?: string;
	facts?: FailureFacts;
}

/** The operation has sent nothing, because the effect of an earlier one is unknown. */
export class UndecidedFailure extends ServiceFailure {
	constructor(message: string, advice: string, facts?: FailureFacts, marks?: FailureMarks) {
		const effectFacts: EffectFacts = { nothingWas: 'sent', ...marks?.effectFacts };
		super(message, advice, facts, { ...marks, effectFacts });
	}
}

/** The user's input cannot be sent. Nothing has been sent. */
export class InputFailure extends ServiceFailure {
	constructor(message: string, advice = 'Correct the value and try again.') {
		super(message, advice, {}, { effectFacts: { nothingWas: 'sent' } });
		this.name = 'InputFailure';
	}
}

/** The workflow was cancelled while the node was running. */
export class CancelledFailure extends ServiceFailure {
	constructor() {
		const advice = 'The node stopped before it was finished.';
		super('The workflow was cancelled', advice, {}, { effect: 'unknown' });
		this.name = 'CancelledFailure';
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

/** For `.catch` of a command: if it certainly had no effect, undoes what was recorded of it. */
export function undoing(undo: () => void): (error: unknown) => never {
	return (error) => {
		if (!mayHaveTakenEffect(error)) undo();
		throw error;
	};
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
		'It may be slow or unreachable, or the rate limit of the credential may have been reached.',
	);
}

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

/** As `asServiceFailure`, for a request that must not hide that the user has cancelled the workflow. */
export function asRequestFailure(error: unknown): ServiceFailure {
	if (isRequestFailure(error)) return error;
	throw error;
}

/** For `.catch` of a read that the caller can do without. */
export function ignoreRequestFailure(error: unknown): undefined {
	if (!isRequestFailure(error)) throw error;
}

/** One or two sentences: what happened, and what to do next. */
export function describeFailure(error: unknown): string {
	if (error instanceof ServiceFailure) return `${asSentence(error.message)} ${error.description}`;
	return error instanceof Error ? error.message : String(error);
}
