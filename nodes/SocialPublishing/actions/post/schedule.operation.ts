import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { readRevision, revisionProperties } from '../../properties/revision';
import { readSchedule, scheduledAtProperty, timezoneOption } from '../../properties/schedule';
import { MAIN_STEP } from '../../transport/idempotency';
import type { Operation } from '../operation';
import { schedulePost } from './commands';

/** Give a draft a time to go out. */
export const schedule: Operation = {
	option: {
		name: 'Schedule',
		value: 'schedule',
		action: 'Schedule a post',
		description: 'Give a draft a time to go out',
	},
	overlaps: false,
	properties: [
		workspaceLocator,
		postLocator,
		scheduledAtProperty,
		...revisionProperties,
		optionsCollection([...idempotencyOptions, timezoneOption]),
	],

	async execute(item) {
		const target = {
			postPath: readPostPath(item),
			revision: readRevision(item),
			idempotency: readIdempotency(item),
			step: MAIN_STEP,
		};
		return await schedulePost(item, target, readSchedule(item), 'schedule');
	},
};
