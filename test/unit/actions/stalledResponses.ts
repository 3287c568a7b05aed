import { setTimeout as sleep } from 'node:timers/promises';

import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { RunningService } from '../../service';

/** Lets the time limit of a request expire as soon as the service stalls. */
export function endStalledRequests(service: RunningService, kind: 'stall' | 'cut' = 'stall'): void {
	let seen = 0;
	jest.spyOn(clock, 'limit').mockImplementation(async (_durationMs, finished) => {
		while (!finished.aborted) {
			const silent = service.journal.entries.filter(({ fault }) => fault === kind).length;
			// The command may still take effect.
			await sleep(15);
			if (silent > seen && !finished.aborted) {
				seen = silent;
				return true;
			}
		}
		return false;
	});
}
