import fc from 'fast-check';

import { judge } from './faults/judge';
import { runSchedule } from './faults/runSchedule';
import { schedules } from './faults/schedule';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

/**
 * Every command with random faults, repeats and executions: nothing is done twice, nothing that is reported done is
 * missing, and nothing that was done is denied.
 */
it(
	'the node reports exactly the effects that its commands had at the service',
	async () => {
		await fc.assert(
			fc.asyncProperty(schedules, async (schedule) => {
				await runSchedule(schedule, (result) => expect(judge(result)).toEqual([]));
			}),
			settings(1_000),
		);
	},
	PROPERTY_TIMEOUT_MS,
);
