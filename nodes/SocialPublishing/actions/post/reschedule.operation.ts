import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { readRevision, revisionProperties } from '../../properties/revision';
import { readSchedule, scheduledAtProperty, timezoneOption } from '../../properties/schedule';
import { MAIN_STEP } from '../../transport/idempotency';
import type { Operation } from '../operation';
import { schedulePost } from './commands';

/** Give a scheduled post another time. */
export const reschedule: Operation = {
	option: {
		name: 'Reschedule',
		value: 'reschedule',
		action: 'Reschedule a post',
		description: 'Give a scheduled post another time',
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
		return await schedulePost(item, target, readSchedule(item), 'reschedule');
	},
};
