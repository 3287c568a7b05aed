import type { Explanation } from '../shared/failure';
import { isRecord } from '../shared/json';
import type { ServiceError } from './envelope';
import type { AttemptResult } from './retry';
import type { Call } from './types';

/** The service may refuse a command because of the state of its record: no value of the user is wrong. */

const READ_AGAIN = 'Read it again to see its state.';

const IN_USE = 'still used by a post';

const WRONG_STATE: Explanation = {
	happened: 'its current state does not allow it',
	advice: READ_AGAIN,
};

// reading(code of a conflict with a state)
const SUBJECT_WORDS = 'post|media|item|file|upload|delivery|destination|thread|history|edit';
const LINKING_WORDS = 'is|was|has|have|been|already|currently|state|status|conflict|in_progress';
/** The state that each word of a code stands for, as it completes "the post is …". */
const STATES: Record<string, string> = {
	published: 'already published',
	publishing: 'being published',
	partial: 'already published on some of its accounts',
	partially_published: 'already published on some of its accounts',
	scheduled: 'already scheduled',
	cancelled: 'already cancelled',
	canceled: 'already cancelled',
	deleted: 'already deleted',
	completed: 'already complete',
	draft: 'still a draft',
	locked: 'locked',
	uncertain: 'waiting for review',
	needs_review: 'waiting for review',
	in_use: IN_USE,
	referenced: IN_USE,
	not_published: 'not published',
	not_scheduled: 'not scheduled',
	unscheduled: 'not scheduled',
	not_failed: 'not marked as failed',
	not_ready: 'not ready yet',
	not_draft: 'no longer a draft',
};
/** The whole code must be about a state: `already_published` is, `cannot_be_published` is not. */
const STATE_CODE = new RegExp(
	`^(?:(?:${SUBJECT_WORDS}|${LINKING_WORDS})_)*(${Object.keys(STATES).join('|')})(?:_(?:${SUBJECT_WORDS}|${LINKING_WORDS}))*$`,
);

/** Explains a conflict with the current state, or with the idempotency key. */
export function explainConflict(
	outcome: Pick<AttemptResult, 'conflict'>,
	call: Pick<Call, 'safety'> & Partial<Pick<Call, 'purpose' | 'repeatAdvice' | 'newContentAdvice'>>,
	error: Partial<ServiceError> = {},
): Explanation {
	const state = explainState(call.purpose, error);
	if (state !== undefined) return state;
	if (call.safety !== 'keyed') return WRONG_STATE;
	if (outcome.conflict === 'changedInput') {
		return {
			happened: 'the idempotency key was used before with different content',
			advice: `Nothing was done twice. Check what the first command did. To send the new content too, ${call.newContentAdvice ?? 'use another key'}.`,
		};
	}
	if (outcome.conflict === 'running') {
		return {
			happened: 'the same command is still running',
			advice: `Wait a minute. ${call.repeatAdvice ?? 'Then check what the first command did before you try again.'}`,
		};
	}
	return {
		happened: 'the service reports a conflict',
		advice: `The current state of the record may not allow this. ${READ_AGAIN} If you use your own idempotency key, check that no other command uses it.`,
	};
}

/**
 * The explanation of a refusal whose code names the state of the record. Codes are open, so any other code is undefined,
 * and the error shows the service's own message.
 */
function explainState(
	purpose: string | undefined,
	{ code = '' }: Partial<ServiceError>,
): Explanation | undefined {
	const name = STATE_CODE.exec(wordsOf(code).replace(/_(a|yet|been)_/g, '_'))?.[1];
	if (name === undefined) return undefined;
	const state = STATES[name];
	return {
		happened: `${subjectOf(purpose)} is ${state}`,
		advice:
			state === IN_USE
				? 'Delete the post, or give it other media, then try again. A published post keeps its media.'
				: READ_AGAIN,
	};
}

// reading(status of a refusal because of a state): 409, and these, which are also those of invalid input
const AMBIGUOUS_STATUSES = new Set([400, 422, 423]);

// reading(code of a refusal because of a state): one with the word state, status or locked, or with the name of a state
const ABOUT_STATE = /(^|_)(state|status|locked|editable|transition)(_|$)/;

const STATUS_WORDS = 'draft|scheduled|publishing|published|cancell?ed|locked|deleted';
// reading(message of a refusal because of a state): "only drafts can …", "published posts cannot …", "is already published"
const MESSAGE_ABOUT_STATE = new RegExp(
	`\\b(?:(?:only|not|no longer|already|is|are|was|been) (?:an? |in )?(?:${STATUS_WORDS})s?|(?:${STATUS_WORDS}) (?:posts|history))\\b|\\b(?:current|post'?s?|wrong|invalid|this) (?:state|status)\\b`,
	'i',
);

/**
 * Explains a refusal with a status that usually means invalid input. Complaints about fields always do.
 *
 * @returns undefined if the refusal is not about the state of the record
 */
export function explainStateRefusal(
	status: number,
	{ method, purpose, json }: Pick<Call, 'method' | 'purpose' | 'json'>,
	error: Partial<ServiceError>,
): Explanation | undefined {
	if (!AMBIGUOUS_STATUSES.has(status) || method === 'GET' || statesFields(error)) return undefined;
	const { code = '', message = '' } = error;
	const isAboutState = ABOUT_STATE.test(wordsOf(code)) || MESSAGE_ABOUT_STATE.test(message);
	const hasValues = Object.keys(json ?? {}).length > 0;
	const isWrongState = status === 423 || isAboutState || (status === 422 && !hasValues);
	return explainState(purpose, error) ?? (isWrongState ? WRONG_STATE : undefined);
}

function statesFields({ details }: Partial<ServiceError>): boolean {
	if (Array.isArray(details)) return details.length > 0;
	return isRecord(details) && Object.keys(details).length > 0;
}

function wordsOf(code: string): string {
	return code
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.replace(/[^a-z]+/g, '_');
}

/** `publish the post` is about the post. */
function subjectOf(purpose = ''): string {
	return /^\w+ (the (post|media item|delivery|file))\b/.exec(purpose)?.[1] ?? 'it';
}
