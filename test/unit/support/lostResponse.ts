import { RefusedFailure } from '../../../nodes/SocialPublishing/transport/errors';
import { ServiceFailure } from '../../../nodes/SocialPublishing/shared/failure';

/** The failure of a command whose response was lost. */
export function lostResponse(message = 'The connection broke'): ServiceFailure {
	return Object.assign(new ServiceFailure(message, ''), { effect: 'unknown' as const });
}

/** A refusal after a lost response. */
export function refusedAfterLostResponse(message: string): RefusedFailure {
	return Object.assign(new RefusedFailure(message, ''), { effect: 'unknown' as const });
}
