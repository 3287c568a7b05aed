import type { IDataObject } from 'n8n-workflow';

import { REVISION_EXPLANATIONS } from '../commands/revision';
import { isAboutIdempotency, mentionsRateLimit, readRevisionStatus } from '../api/readings/record';
import { readToolError } from '../api/readings/tool';
import type { Explanation } from '../shared/failure';
import { textOf } from '../shared/json';
import { explainConflict } from '../transport/serviceError';
import { type Envelope } from '../transport/envelope';
import { explainRateLimit, explainStatus, type Endpoint } from '../transport/explanations';
import { readConflict, type Safety } from '../transport/retry';
import { readRateLimit } from './rateLimitError';

/** The error that a tool reports in a successful response. */
export function toolError(endpoint: Endpoint, safety: Safety, content: IDataObject): Envelope {
	const { code, message, details, holders } = readToolError(content);
	const rateLimit = readRateLimit(code, holders);
	return {
		data: undefined,
		requestId: textOf(content.request_id),
		error: { code, message, details },
		refusal: rateLimit
			? explainRateLimit(rateLimit.retryAfterMs)
			: explainToolError(endpoint, safety, code),
		...(rateLimit && { rateLimit }),
	};
}

/** A tool error has no HTTP status, so its code is mapped to one if it calls for a specific remedy. */
function explainToolError(endpoint: Endpoint, safety: Safety, code = ''): Explanation {
	if (mentionsRateLimit(code)) return explainRateLimit(undefined);
	if (code === 'addon_required') return explainStatus(endpoint, 403, code, {});
	const status = readRevisionStatus(code);
	if (status !== undefined) return REVISION_EXPLANATIONS[status];
	const conflict = isAboutIdempotency(code) ? readConflict(code, undefined) : 'unknown';
	if (conflict !== 'unknown') return explainConflict({ conflict }, { safety });
	return {
		happened: 'the tool reports an error',
		advice: 'Correct the arguments and try again.',
	};
}
