import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { RunningService } from '../../service';
import { until } from '../support/until';

/**
 * Lets the time limit of a request expire as soon as the service falls silent. Requests that run at the same time expire,
 * too, if they are not finished by then.
 */
export function endStalledRequests(service: RunningService): void {
	const countSilent = () => service.journal.entries.filter(({ isSilent }) => isSilent).length;
	let seen = 0;
	jest.spyOn(clock, 'timeout').mockImplementation(async (_durationMs, finished) => {
		const known = seen;
		await until(() => finished.aborted || countSilent() > known);
		if (finished.aborted) return false;
		seen = countSilent();
		return true;
	});
}
