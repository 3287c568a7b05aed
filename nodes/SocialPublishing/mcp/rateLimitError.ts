import type { IDataObject } from 'n8n-workflow';

import { isRateLimit } from '../api/readings/record';
import { readStatedRetry } from '../api/readings/tool';
import { clock } from '../shared/clock';
import type { Envelope } from '../transport/envelope';
import { readRetryAfterMs } from '../transport/retry';

/**
 * Reads the refusal of a request because of the rate limit, as an error in a response of another status has it.
 *
 * @param records where the error may say when to try again
 */
export function readRateLimit(
	code: string | undefined,
	records: IDataObject[],
): Envelope['rateLimit'] {
	if (!isRateLimit(code ?? '')) return undefined;
	const { seconds, milliseconds } = readStatedRetry(records);
	return {
		retryAfterMs:
			milliseconds === undefined
				? readRetryAfterMs(seconds, clock.now())
				: readMilliseconds(milliseconds),
	};
}

function readMilliseconds(text: string): number | undefined {
	return /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text)) : undefined;
}
