import { clock } from '../../../nodes/SocialPublishing/shared/clock';

interface PassingTime {
	/** By the node's clock. */
	nowMs: number;
	/** How long the node has waited, each time, in milliseconds. */
	pauses: number[];
}

/** Pauses end at once, and the node's clock moves on by them. Restores all mocks after each test. */
export function usePassingTime(): PassingTime {
	const time: PassingTime = { nowMs: 0, pauses: [] };
	beforeEach(() => {
		time.nowMs = Date.now();
		time.pauses = [];
		jest.spyOn(clock, 'now').mockImplementation(() => time.nowMs);
		jest.spyOn(clock, 'wait').mockImplementation(async (durationMs) => {
			time.pauses.push(durationMs);
			time.nowMs += durationMs;
		});
	});
	afterEach(() => jest.restoreAllMocks());
	return time;
}
