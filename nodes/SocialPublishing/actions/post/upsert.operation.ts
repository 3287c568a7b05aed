import type { INodeProperties } from 'n8n-workflow';

import { optionsCollection, revisionOption } from '../../properties/commonFields';
import { optionalPostLocator, workspaceLocator } from '../../properties/locators';
import { newScheduleProperties, slotsDaysAheadOption } from '../../properties/slots';
import { waitOptionsIfEnabled, waitProperty } from '../../properties/waitSettings';
import type { Operation } from '../operation';
import { readChosenAccounts } from './content/contentFields';
import { textProperties } from './content/contentProperties';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, mediaProperties, missingMediaOption } from './content/mediaProperties';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption } from './content/preflight';
import { runKeysOf } from './publishing/runKeys';
import { confirmSlots } from './slots/confirmSlots';
import { reconcileRow } from './upsert/reconcileRow';
import { readRow } from './upsert/readRow';

const itemKeyProperty: INodeProperties = {
	displayName: 'Recognize Items By',
	name: 'itemKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.key }}',
	required: true,
	description:
		'A value that identifies the item, such as the ID of its row. If other tables have the same row IDs, add the name of the table. The node remembers the posts of at least the newest 4,500 keys. A copy of the node or workflow starts with none.',
	builderHint: {
		propertyHint:
			'Use a value that identifies the row among all tables, such as the name of its table and its ID.',
	},
};

const wantedStatusProperty: INodeProperties = {
	displayName: 'Wanted Status',
	name: 'wantedStatus',
	type: 'options',
	options: [
		{ name: 'Absent', value: 'absent', description: 'The post is deleted if it exists' },
		{ name: 'Draft', value: 'draft', description: 'The post is saved but not published' },
		{ name: 'Published', value: 'published', description: 'The post is published now' },
		{ name: 'Scheduled', value: 'scheduled', description: 'The post is published later' },
	],
	default: 'draft',
	description:
		'The status that the post should have after this step. An expression can return draft, scheduled, published or absent.',
	builderHint: {
		propertyHint:
			'Keep draft unless the user wants the post to go out: published and scheduled make it public.',
	},
};

const whenLockedOption: INodeProperties = {
	displayName: 'If the Post Is Locked',
	name: 'whenLocked',
	type: 'options',
	options: [
		{
			name: 'Skip',
			value: 'skip',
			description: 'The post is left unchanged, and the output field action is locked',
		},
		{ name: 'Fail', value: 'fail', description: 'The item fails' },
	],
	default: 'skip',
	description:
		'What to do if the post can no longer be changed to match the item, because it is published, being published, failed or uncertain',
};

const dryRunOption: INodeProperties = {
	displayName: 'Only Show What Would Change',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to return what the node would do, in the fields action and changed, without changing anything',
};

/** Makes the post of each item match the item: creates, changes, schedules, publishes or deletes it. */
export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update post',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	readAccounts: readChosenAccounts,
	itemsFailAlone: () => true,
	endRun: async (functions) => {
		await confirmSlots(functions);
		return await runKeysOf(functions).end();
	},
	properties: [
		workspaceLocator,
		optionalPostLocator,
		...textProperties,
		itemKeyProperty,
		wantedStatusProperty,
		...newScheduleProperties({ wantedStatus: ['scheduled'] }).map((property) => ({
			...property,
			// If the status is an expression, the field is also shown for rows that need no time.
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
				return await reconcileRow(row);
			} finally {
				if ('slot' in row.wanted) row.wanted.slot.end();
			}
		};
	},
};
