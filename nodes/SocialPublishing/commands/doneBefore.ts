import type { IDataObject } from 'n8n-workflow';

import { describePublication } from '../api/publication';
import { readRecordId } from '../api/readings/record';
import { isRequestFailure, ServiceFailure } from '../shared/failure';
import { withoutStop } from '../shared/text/sentences';
import type { Connection } from '../transport/connection';
import type { IdempotencyMode } from './key';

/** A command whose response may be a stored one. */
export interface ReviewedCommand {
	/** Completes "Could not …". */
	purpose: string;
	idempotency: IdempotencyMode;
	/** The post that it applies to, or has made. */
	postId?: string;
	/** Where the accounts of the post can be read; undefined for the assistant tools. */
	workspacePath?: string;
}

/** The command was carried out before, or it is too late for it. The error itself states what has become of the post. */
export class DoneBeforeFailure extends ServiceFailure {}

export const DELETED = 'The post has been deleted.';

/** Describes a post as it is now in sentences, with the names of its accounts. For `workspacePath`, see `describePublication`. */
export async function describeState(
	connection: Connection,
	workspacePath: string | undefined,
	post: IDataObject,
): Promise<string> {
	const { message, accountIds } = await describePublication(connection, workspacePath, post);
	const id = readRecordId(post);
	const sentences = [message, id === undefined ? undefined : `Post ID: ${id}.`, accountIds];
	return sentences.filter((sentence) => sentence !== undefined).join(' ');
}

/**
 * @param post as it is now; undefined if it has been deleted, or is not known
 * @param state describes it in sentences
 */
export function doneBefore(
	{ purpose, idempotency }: ReviewedCommand,
	post: IDataObject | undefined,
	state: string,
): ServiceFailure {
	const [how, advice] = wordsFor(idempotency);
	const happened = `this was already done ${how}`;
	return new DoneBeforeFailure(
		`Could not ${purpose}: ${happened}`,
		`The service has already accepted this command, and carries it out only once. ${state} ${advice}`,
		{ ...(post && { post }) },
		// The effect of the earlier command, not of this one.
		{ happened, effect: 'accepted' },
	);
}

function wordsFor({ mode, scope }: IdempotencyMode): [how: string, advice: string] {
	if (scope.hasNoWorkflow && mode !== 'custom') {
		return [
			'within the last 24 hours',
			'Continue from the current state. To do it again, change the content.',
		];
	}
	if (mode === 'content') {
		return [
			'with the same content',
			"To post it again, set 'If This Runs Again' to 'Do It Again', or change the content.",
		];
	}
	if (mode === 'custom') return ['with the same key', 'To do it again, use another key.'];
	if (mode === 'state') return ['from the same state of the post', 'The next run looks again.'];
	const how = mode === 'execution' ? 'in an earlier attempt' : 'with the same key';
	return [scope.isAgentTool ? 'in this execution' : how, 'To do it again, start a new execution.'];
}

/**
 * For an error of a read that checks an accepted command: the acceptance stands.
 *
 * @param error anything but a failed request is thrown unchanged
 */
export function throwUnchecked(
	error: unknown,
	{ purpose, postId }: Pick<ReviewedCommand, 'purpose' | 'postId'>,
): never {
	if (!isRequestFailure(error)) throw error;
	const { happened = withoutStop(error.message), advice, facts } = error;
	const post = postId === undefined ? {} : { post: { id: postId } };
	const left =
		'The service has accepted the command, now or before. Only the check afterwards failed.';
	throw new DoneBeforeFailure(
		`Accepted, not checked (${purpose}): ${happened}`,
		`${advice}${postId === undefined ? '' : ` Post ID: ${postId}.`}`,
		{ ...facts, ...post },
		{ effect: 'accepted', effectFacts: { left } },
	);
}
