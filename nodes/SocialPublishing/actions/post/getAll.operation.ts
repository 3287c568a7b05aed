import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readPublicationState } from '../../api/publication';
import { asStatus } from '../../api/readings/post';
import { readScheduledMs } from '../../api/readings/times';
import { filtersProperty, listProperties, readFilters } from '../../properties/commonFields';
import { dateTimeText } from '../../properties/dateTime';
import type { Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { asList, asText, readCollection } from '../../properties/parameters';
import { toInstant } from '../../properties/schedule';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

const statusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: [
		{ name: 'Cancelled', value: 'cancelled' },
		{ name: 'Draft', value: 'draft' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'Partially Published', value: 'partial' },
		{ name: 'Published', value: 'published' },
		{ name: 'Publishing', value: 'publishing' },
		{ name: 'Scheduled', value: 'scheduled' },
	],
	default: [],
	description: 'Return only posts with one of these statuses',
};

const scheduledAfterFilter: INodeProperties = {
	displayName: 'Scheduled After',
	name: 'scheduledAfter',
	type: 'dateTime',
	default: '',
	description:
		'Return only posts that are scheduled for this time or later. Without an offset, the time is in the time zone of the workflow.',
};

const scheduledBeforeFilter: INodeProperties = {
	displayName: 'Scheduled Before',
	name: 'scheduledBefore',
	type: 'dateTime',
	default: '',
	description:
		'Return only posts that are scheduled for a time before this one. Without an offset, the time is in the time zone of the workflow.',
};

/** The filters of the service, and those that the node applies itself. */
const postFiltersProperty: INodeProperties = {
	...filtersProperty,
	options: [
		...(filtersProperty.options ?? []),
		scheduledAfterFilter,
		scheduledBeforeFilter,
		statusFilter,
	],
};

/** Reads the posts of a workspace with their outcomes. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many posts',
		description: 'Read posts with their outcome on every account',
	},
	properties: [workspaceLocator, ...listProperties, postFiltersProperty],

	async execute(item) {
		return await listRecords(item, 'list the posts', workspacePath(item, 'posts'), {
			query: readFilters(item),
			matches: readPostFilter(item),
		});
	},
};

/**
 * Reads the filters that the service does not have.
 *
 * @returns undefined if none is set
 */
function readPostFilter(item: Item): ((post: IDataObject) => boolean) | undefined {
	const fields = readCollection(item, 'filters');
	const statuses = new Set(
		asList(fields.status, 'Status')
			.map((status) => asStatus(asText(status, 'Status').trim()) ?? '')
			.filter((status) => status !== ''),
	);
	const zone = item.functions.getTimezone();
	const afterMs = readTimeMs(fields.scheduledAfter, 'Scheduled After', zone);
	const beforeMs = readTimeMs(fields.scheduledBefore, 'Scheduled Before', zone);
	const filters = [
		statuses.size > 0
			? (post: IDataObject) => statuses.has(readPublicationState(post).status)
			: undefined,
		afterMs === undefined ? undefined : (post: IDataObject) => scheduledAtMs(post) >= afterMs,
		beforeMs === undefined ? undefined : (post: IDataObject) => scheduledAtMs(post) < beforeMs,
	].filter((filter) => filter !== undefined);
	return filters.length === 0 ? undefined : (post) => filters.every((filter) => filter(post));
}

/** NaN for a post that is not scheduled, which is neither before nor after any time. */
function scheduledAtMs(post: IDataObject): number {
	return readScheduledMs(post) ?? Number.NaN;
}

function readTimeMs(value: unknown, label: string, zone: string): number | undefined {
	if (dateTimeText(value, label) === '') return undefined;
	return Date.parse(toInstant(value, zone, label));
}
