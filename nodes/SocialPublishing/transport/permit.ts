import { clock } from '../shared/clock';
import { CancelledFailure } from '../shared/failure';
import type { Connection } from './connection';
import { rateLimitUsedUpFailure } from './errors';
import type { Permit } from './rateLimit';
import {
	RATE_LIMIT_DEFAULT_DELAY_MS,
	type AttemptResult,
	type Decision,
	isRateLimitRefusal,
} from './retry';
import type { Call } from './types';

/**
 * Waits until the next request may be sent.
 *
 * @throws ServiceFailure that says how long it would take, where the connection does not wait that long
 */
export async function acquirePermit(connection: Connection, call: Call): Promise<Permit> {
	const { pacer, signal, waitsUntilMs, isPatient } = connection;
	if (waitsUntilMs === undefined) return await pacer.acquire(signal, isPatient);
	const leftMs = Math.max(0, waitsUntilMs - clock.now());
	const expectedMs = pacer.expectedWaitMs(clock.now());
	if (expectedMs > leftMs) throw rateLimitUsedUpFailure(connection, call, expectedMs);
	// Others may lengthen the wait in the meantime.
	const [deadline, finished] = [new AbortController(), new AbortController()];
	void clock.limit(leftMs, finished.signal).then((hasPassed) => hasPassed && deadline.abort());
	return await pacer
		.acquire(deadline.signal)
		.catch((error: unknown) => {
			if (!(error instanceof CancelledFailure)) throw error;
			throw rateLimitUsedUpFailure(connection, call, pacer.expectedWaitMs(clock.now()));
		})
		.finally(() => finished.abort());
}

/**
 * The decision, where the connection waits that long. A retry that would come too late is given up.
 *
 * @throws ServiceFailure that says how long the wait for the rate limit would take, where that is too long
 */
export function withinPatience(
	connection: Connection,
	call: Call,
	outcome: AttemptResult,
	decision: Decision,
): Decision {
	const { pacer, waitsUntilMs } = connection;
	if (waitsUntilMs === undefined) return decision;
	const leftMs = waitsUntilMs - clock.now();
	if (decision.action === 'retry' && decision.afterMs <= leftMs) return decision;
	if (isRateLimitRefusal(outcome)) {
		const askedMs = outcome.retryAfterMs ?? RATE_LIMIT_DEFAULT_DELAY_MS;
		if (decision.action === 'retry') pacer.pause(decision.afterMs);
		throw rateLimitUsedUpFailure(connection, call, askedMs);
	}
	return decision.action === 'retry' ? { action: 'giveUp' } : decision;
}
