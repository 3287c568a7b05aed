import { setTimeout as sleep } from 'node:timers/promises';

import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { RunningService } from '../../service';

/**
 * Lets the time limit of a request expire as soon as the service stalls. Requests that run at the same time expire, too, if
 * they are not finished by then.
 */
export function endStalledRequests(service: RunningService, kind: 'stall' | 'cut' = 'stall'): void {
	const countSilent = () => service.journal.entries.filter(({ fault }) => fault === kind).length;
	let seen = 0;
	jest.spyOn(clock, 'limit').mockImplementation(async (_durationMs, finished) => {
		const known = seen;
		while (!finished.aborted) {
			const silent = countSilent();
			// The command may still take effect.
			await sleep(15);
			if (silent > known && !finished.aborted) {
				seen = Math.max(seen, silent);
				return true;
			}
		}
		return false;
	});
}
