import fc from 'fast-check';

import { clock } from '../../nodes/SocialPublishing/shared/clock';
import { runSchedule } from '../property/faults/runSchedule';
import { schedules } from '../property/faults/schedule';
import { histories } from '../property/once/history';
import { play as playHistory } from '../property/once/play';
import { plans } from '../property/slots/plan';
import { play as playSlots } from '../property/slots/play';
import { play as playWeeks } from '../property/upsert/play';
import { someWeeks } from '../property/upsert/someWeeks';
import { PollSimulation, schedules as polls } from '../unit/support/pollSimulation';
import type { Log } from './log';
import type { WorldName } from './options';

/** Plays the case of each seed in some order, by what `record` gets. */
export type World = (
	seeds: { first: number; last: number },
	record: (seed: number, play: (log: Log) => Promise<void>) => Promise<void>,
) => Promise<void>;

/** The seed with which CI runs the property tests: seed 7 of a world is the seventh case of its test. */
const CI_SEED = 20_261_122;

/** The worlds of the property tests, by the names that `--worlds` takes. */
export const worlds: Record<WorldName, World> = {
	faults: worldOf(schedules, async (schedule) => await runSchedule(schedule, () => undefined)),
	once: worldOf(histories, async (history) => await playHistory(history, () => undefined)),
	upsert: worldOf(someWeeks, async (weeks) => await playWeeks(weeks, () => undefined)),
	slots: worldOf(plans, playSlots),
	polls: worldOf(polls, async (plan, log) => {
		jest.spyOn(clock, 'wait').mockResolvedValue();
		const simulation = new PollSimulation(plan);
		await simulation.run();
		for (const [process, { executions, errors }] of simulation.hosts.entries()) {
			log.add('polls', `process ${process}`, () => ({ executions, errors }));
		}
	}),
};

function worldOf<Case>(
	cases: fc.Arbitrary<Case>,
	play: (each: Case, log: Log) => Promise<unknown>,
): World {
	return async ({ first, last }, record) => {
		const all = fc.sample(cases, { seed: CI_SEED, numRuns: last });
		for (const [index, each] of all.slice(first - 1).entries()) {
			await record(first + index, async (log) => {
				await play(each, log).catch((error: Error) => log.add('end', 'failed', () => error));
			});
		}
	};
}
