import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { RefusedFailure } from './errors';
import type { ServiceResponse } from './types';

/** What a look at the service has shown of the effect of a command. */
export type Finding =
	| { is: 'none' }
	| { is: 'found'; response: ServiceResponse }
	/** Nobody can tell. Without a failure, the refusal says all there is to say. */
	| { is: 'undecided'; failure?: ServiceFailure };

export const NOTHING_FOUND: Finding = { is: 'none' };
export const UNDECIDED: Finding = { is: 'undecided' };

/**
 * For `.catch` of a command: the response that a refusal stands in for. A service may refuse what an earlier attempt, whose
 * response was lost, has done.
 *
 * @param find looks for the effect
 * @param isShared other runs may send the command with the same key, so any refusal may be about what they have done
 */
export function recoverLostResponse(
	find: (refusal: RefusedFailure) => Promise<Finding>,
	isShared = false,
): (error: unknown) => Promise<ServiceResponse> {
	return async (error) => {
		if (!(error instanceof RefusedFailure) || error.isForeign) throw error;
		if (error.effect !== 'unknown' && !isShared) throw error;
		const finding = await find(error).catch(asUndecided);
		if (finding.is === 'found') return finding.response;
		if (finding.is === 'none') error.effect = 'none';
		throw (finding.is === 'undecided' ? finding.failure : undefined) ?? error;
	};
}

/** A look that fails shows nothing. */
function asUndecided(error: unknown): Finding {
	if (!(error instanceof ServiceFailure) || error instanceof CancelledFailure) throw error;
	return UNDECIDED;
}
