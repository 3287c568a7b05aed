import type { ReceivedResponse } from '../../../nodes/SocialPublishing/transport/attempt';
import type { AttemptResult } from '../../../nodes/SocialPublishing/transport/retry';

/** The result of an attempt without a response. */
export const noResult: AttemptResult = {
	status: undefined,
	mayHaveHadEffect: false,
	retryAfterMs: undefined,
	conflict: 'unknown',
	isOtherGuard: false,
};

/** A response with only these facts. */
export function received(
	status: number | undefined,
	error: Partial<ReceivedResponse['envelope']['error']> = {},
	requestId?: string,
): ReceivedResponse {
	const none = { code: undefined, message: undefined, details: undefined };
	return {
		status,
		headers: {},
		envelope: { data: undefined, requestId, error: { ...none, ...error } },
	};
}
