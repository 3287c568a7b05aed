import type { IDataObject } from 'n8n-workflow';

import { readPostIfExists } from '../api/posts';
import { readPublication } from '../api/publication';
import { clock } from '../shared/clock';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import { mayRepeatAnswer, type IdempotencyMode } from './key';

/** What the service shows after a success that may be the stored answer to an earlier command. */
export type Review =
	/** What was asked is there. */
	| { is: 'shown'; response: ServiceResponse }
	| { is: 'unclear' }
	/** What the answer says is no longer true. */
	| { is: 'outdated'; failure?: ServiceFailure };

export type ReviewOf = (response: ServiceResponse, json: IDataObject) => Promise<Review>;

/** A command whose answer may be an old one. */
interface Answered {
	/** As it completes "Could not …". */
	purpose: string;
	idempotency: IdempotencyMode;
}

/** For a moment, a post may still look as it did before a command: pauses before each look at it, in milliseconds. */
const LOOK_DELAYS_MS = [0, 1_000, 3_000, 6_000];

/**
 * Reviews the answer to a command on a post. Nothing is read where the key belongs to one item of one execution.
 *
 * @param pathOf the path of the post
 * @param showsEffect whether a post is what the body asked for; undefined where that is not certain
 */
export function reviewPost(
	connection: Connection,
	command: Answered,
	pathOf: (response: ServiceResponse) => string | undefined,
	showsEffect: (post: IDataObject, json: IDataObject) => boolean | undefined,
): ReviewOf | undefined {
	if (!mayRepeatAnswer(command.idempotency)) return undefined;
	return async (response, json) => {
		const postPath = pathOf(response);
		if (postPath === undefined) return { is: 'unclear' };
		let post: IDataObject | undefined;
		for (const delayMs of LOOK_DELAYS_MS) {
			await clock.wait(delayMs, connection.signal);
			const state = await readPostIfExists(connection, postPath, command.purpose).catch(
				afterAcceptance,
			);
			post = state?.post;
			const isShown = state === undefined ? false : showsEffect(state.post, json);
			if (isShown === undefined) return { is: 'unclear' };
			if (state !== undefined && isShown) {
				return { is: 'shown', response: { data: state.post, etag: state.etag, headers: {} } };
			}
		}
		return { is: 'outdated', failure: postDoneBefore(command, post) };
	};
}

/** The service has answered a command from memory, and has done nothing now. */
export class DoneBeforeFailure extends ServiceFailure {}

/** @param post as it is now; undefined if it has been deleted */
export function postDoneBefore(command: Answered, post: IDataObject | undefined): ServiceFailure {
	if (post === undefined) return doneBefore(command, 'The post has been deleted.');
	const id = firstText(post.id);
	const name = id === undefined ? '' : ` Post ID: ${id}.`;
	return doneBefore(command, `${readPublication(post).message}${name}`, post);
}

/** @param state in a sentence, what has become of what the command is about */
export function doneBefore(
	{ purpose, idempotency }: Answered,
	state: string,
	post?: IDataObject,
): ServiceFailure {
	const [how, advice] = wordsFor(idempotency);
	const failure = new DoneBeforeFailure(
		`Could not ${purpose}: it was done before ${how}`,
		`The service has accepted this command before. Nothing was sent now. ${state} ${advice}`,
		{ ...(post && { post }) },
	);
	failure.happened = `it was done before ${how}`;
	// Of the earlier command.
	failure.effect = 'accepted';
	return failure;
}

function wordsFor({ mode, scope }: IdempotencyMode): [how: string, advice: string] {
	if (mode === 'content') {
		return [
			'with the same content',
			'To post it again, set If This Runs Again to Post Again, or change the content.',
		];
	}
	if (mode === 'custom') return ['with the same key', 'To do it again, use another key.'];
	return scope.isAgentTool
		? ['in this execution', 'To do it again, start a new execution.']
		: ['with the same key', 'To do it again, start a new execution.'];
}

function afterAcceptance(error: unknown): never {
	if (!(error instanceof ServiceFailure) || error instanceof CancelledFailure) throw error;
	error.effect = 'accepted';
	error.effectFacts.left = 'The service has accepted the command, now or before.';
	throw error;
}
