import { clock, type Clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { RunningService } from '../../service';
import { until } from './until';

/** In place of `clock.timeout`: no time limit of the nodes expires by itself, however long a busy machine takes. */
export async function neverExpires(): Promise<boolean> {
	return await new Promise(() => undefined);
}

/**
 * Lets the time limits of a duration expire as soon as a condition holds. The condition gets the number of time limits that
 * the node waits for.
 */
export function expireTimeLimits(durationMs: number, isTime: (waiting: number) => boolean): void {
	const others: Clock['timeout'] =
		jest.mocked(clock.timeout).getMockImplementation() ?? neverExpires;
	let waiting = 0;
	jest.spyOn(clock, 'timeout').mockImplementation(async (askedMs, finished) => {
		if (askedMs !== durationMs) return await others(askedMs, finished);
		waiting++;
		await until(() => finished.aborted || isTime(waiting));
		waiting--;
		return !finished.aborted;
	});
}

/** Lets the time limits of a duration expire once the node waits only for requests that the service leaves open. */
export function expireTimeLimitsInSilence(service: RunningService, durationMs: number): void {
	expireTimeLimits(durationMs, (waiting) => {
		const silent = service.journal.entries.filter(({ isSilent }) => isSilent);
		return silent.length >= waiting;
	});
}
