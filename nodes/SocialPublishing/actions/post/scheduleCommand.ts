import { idempotencyOptions } from '../../properties/idempotency';
import { postLocator, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { revisionProperties } from '../../properties/revision';
import { readSchedule, scheduledAtProperty, timezoneOption } from '../../properties/schedule';
import type { Operation } from '../operation';
import { readPostTarget, schedulePost } from './commands';

/** A command that gives a post a time to go out. */
export function scheduleCommand(
	name: 'schedule' | 'reschedule',
	option: Operation['option'],
): Operation {
	return {
		option,
		overlaps: false,
		properties: [
			workspaceLocator,
			postLocator,
			scheduledAtProperty,
			...revisionProperties,
			optionsCollection([...idempotencyOptions, timezoneOption]),
		],

		async execute(item) {
			return await schedulePost(item, readPostTarget(item), readSchedule(item), name);
		},
	};
}
