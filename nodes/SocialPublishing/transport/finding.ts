import { isRequestFailure, type ServiceFailure } from '../shared/failure';
import { RefusedFailure } from './errors';
import type { ServiceResponse } from './types';

/** The result of looking for the effect of a command at the service. */
export type Finding =
	| { is: 'none' }
	| { is: 'found'; response: ServiceResponse }
	/** The effect cannot be determined. Without a failure, the refusal is the error. */
	| { is: 'undecided'; failure?: ServiceFailure };

export const NOTHING_FOUND: Finding = { is: 'none' };
export const UNDECIDED: Finding = { is: 'undecided' };

/**
 * For `.catch` of a command: recovers the lost response of an earlier attempt. The service may refuse a command because that
 * attempt has carried it out.
 *
 * @param find looks for the effect
 * @param isShared other runs may send the command with the same key, so any refusal may be due to them
 */
export function recoverLostResponse(
	find: (refusal: RefusedFailure) => Promise<Finding>,
	isShared = false,
): (error: unknown) => Promise<ServiceResponse> {
	return async (error) => {
		if (!(error instanceof RefusedFailure) || error.isForeign) throw error;
		if (error.effect !== 'unknown' && !isShared) throw error;
		// A failed search leaves the effect unknown.
		const finding = await find(error).catch((failed: unknown): Finding => {
			if (!isRequestFailure(failed)) throw failed;
			return { is: 'undecided', failure: error.with({ effect: 'unknown' }) };
		});
		if (finding.is === 'found') return finding.response;
		if (finding.is === 'none') throw error.with({ effect: 'none' });
		throw finding.failure ?? error;
	};
}
