import { optionalPostLocator, workspaceLocator } from '../../properties/locators';
import { optionsCollection, revisionOption } from '../../properties/commonFields';
import { newScheduleProperties, slotsDaysAheadOption } from '../../properties/slots';
import { waitOptionsIfEnabled, waitProperty } from '../../properties/waitSettings';
import type { Operation } from '../operation';
import { textProperties } from './content/contentProperties';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, mediaProperties, missingMediaOption } from './content/mediaProperties';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption } from './creation/checkFirst';
import { onceRunOf } from './creation/onceRun';
import { settleSlots } from './slots/settleSlots';
import { converge } from './upsert/converge';
import { readRow } from './upsert/readRow';
import {
	dryRunOption,
	itemKeyProperty,
	wantedStatusProperty,
	whenLockedOption,
} from './upsert/upsertProperties';

/** Makes the post of each item what the item says: creates, changes, schedules, publishes or deletes it. */
export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update post',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	runsInParallel: false,
	itemsFailAlone: () => true,
	endRun: async (functions) => {
		await settleSlots(functions);
		return await onceRunOf(functions).end();
	},
	properties: [
		workspaceLocator,
		optionalPostLocator,
		itemKeyProperty,
		...textProperties,
		wantedStatusProperty,
		...newScheduleProperties({ wantedStatus: ['scheduled'] }).map((property) => ({
			...property,
			// Where the status is an expression, the field is shown for rows that need no time, too.
			required: false,
		})),
		...mediaProperties,
		{ ...waitProperty, displayOptions: { show: { wantedStatus: ['published'] } } },
		optionsCollection([
			...waitOptionsIfEnabled({ '/wantedStatus': ['published'] }),
			altTextsOption,
			checkFirstOption,
			dryRunOption,
			linkTagsOption,
			missingMediaOption,
			revisionOption,
			{
				...slotsDaysAheadOption,
				displayOptions: { show: { '/scheduleMode': ['nextSlot'], '/wantedStatus': ['scheduled'] } },
			},
			textOverflowOption,
			whenLockedOption,
		]),
	],

	async prepare(item) {
		const row = await readRow(item);
		return async () => {
			try {
				return await converge(row);
			} finally {
				if ('slot' in row.wanted) row.wanted.slot.end();
			}
		};
	},
};
