import type { Explanation } from '../shared/failure';
import type { ServiceError } from './envelope';
import type { AttemptResult } from './retry';
import type { Call } from './types';

/** Explains a conflict with the current state, or with the idempotency key. */
export function explainConflict(
	outcome: Pick<AttemptResult, 'conflict'>,
	call: Pick<Call, 'safety'> & Partial<Pick<Call, 'purpose' | 'repeatAdvice' | 'newContentAdvice'>>,
	error: Partial<ServiceError> = {},
): Explanation {
	const state = readState(error);
	if (state !== undefined) {
		return { happened: `${subjectOf(call.purpose)} is ${state}`, advice: READ_AGAIN };
	}
	if (call.safety !== 'keyed') {
		return { happened: 'its current state does not allow it', advice: READ_AGAIN };
	}
	if (outcome.conflict === 'changedInput') {
		return {
			happened: 'the idempotency key was used before with other content',
			advice: `Nothing was done twice. Look at what the first command did. To send the new content as well, ${call.newContentAdvice ?? 'use another key'}.`,
		};
	}
	if (outcome.conflict === 'running') {
		return {
			happened: 'the same command is still running',
			advice: `Wait a minute. ${call.repeatAdvice ?? 'Then look at what the first command did before you try again.'}`,
		};
	}
	return {
		happened: 'the service reports a conflict',
		advice: `Its current state may not allow this. ${READ_AGAIN} An idempotency key of your own must not belong to another command.`,
	};
}

const READ_AGAIN = 'Read it again to see its state.';

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
	in_use: 'still used by a post',
	referenced: 'still used by a post',
	not_published: 'not published',
	not_scheduled: 'not scheduled',
	unscheduled: 'not scheduled',
	not_failed: 'not marked as failed',
	not_ready: 'not ready yet',
	not_draft: 'not a draft any more',
};
/** The whole code has to be about a state: `already_published` is, `cannot_be_published` is not. */
const STATE_CODE = new RegExp(
	`^(?:(?:${SUBJECT_WORDS}|${LINKING_WORDS})_)*(${Object.keys(STATES).join('|')})(?:_(?:${SUBJECT_WORDS}|${LINKING_WORDS}))*$`,
);

/**
 * The state that the code of a conflict names, as it completes "the post is …". Codes are open, so any other code is
 * undefined: the service's own message then says what is known.
 */
function readState({ code = '' }: Partial<ServiceError>): string | undefined {
	const words = code
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.replace(/[^a-z]+/g, '_')
		.replace(/_(a|yet|been)_/g, '_');
	const name = STATE_CODE.exec(words)?.[1];
	return name === undefined ? undefined : STATES[name];
}

/** `publish the post` is about the post. */
function subjectOf(purpose = ''): string {
	return /^\w+ (the (post|media item|delivery|file))\b/.exec(purpose)?.[1] ?? 'it';
}
