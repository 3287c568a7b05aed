import { CancelledFailure, ServiceFailure } from '../shared/failure';
import type { Connection } from '../transport/connection';
import { readPost, type PostState } from './posts';

/** As it completes "Could not …". */
export const OUTCOME_PURPOSE = 'read the outcome of the post';

/**
 * Reads a post that the service has accepted for publication.
 *
 * @throws ServiceFailure that warns against publishing it again
 */
export async function readAcceptedPost(
	connection: Connection,
	postPath: string,
): Promise<PostState> {
	return await readPost(connection, postPath, OUTCOME_PURPOSE).catch((error: unknown) => {
		throw isReadFailure(error) ? afterAcceptance(error) : error;
	});
}

/** A read that the service has refused or not answered; not one that the user has cancelled. */
export function isReadFailure(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && !(error instanceof CancelledFailure);
}

/** As long as the outcome is unknown, the post must not be sent again. */
export function afterAcceptance(failure: ServiceFailure): ServiceFailure {
	failure.effect = 'accepted';
	failure.effectFacts.left = ACCEPTED;
	return failure;
}

const ACCEPTED =
	'The service accepted the post earlier, so it may have been published: do not publish it again, but use Post → Wait for Outcome.';
