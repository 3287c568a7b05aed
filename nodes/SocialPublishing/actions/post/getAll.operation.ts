import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listedPostReader, timeHider } from '../../api/listedPosts';
import { phase } from '../../api/phase';
import { readPublicationState } from '../../api/publication';
import { asStatus } from '../../api/readings/post';
import { readRecordId } from '../../api/readings/record';
import { readScheduledMs } from '../../api/readings/times';
import { filtersProperty, listProperties, readFilters } from '../../properties/commonFields';
import { dateTimeText } from '../../properties/dateTime';
import type { Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { readCollection, readIds } from '../../properties/parameters';
import { toInstant } from '../../properties/schedule';
import { ServiceFailure } from '../../shared/failure';
import type { ListRequest } from '../../transport/paginate';
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

const timeFilter = (displayName: string, name: string, when: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `Return only posts that are scheduled for ${when}. Without an offset, the time is in the timezone of the workflow.`,
});

/** The filters of the service, and those that the node applies itself. */
const postFiltersProperty: INodeProperties = {
	...filtersProperty,
	options: [
		...(filtersProperty.options ?? []),
		timeFilter('Scheduled After', 'scheduledAfter', 'this time or later'),
		timeFilter('Scheduled Before', 'scheduledBefore', 'a time before this one'),
		statusFilter,
	],
};

const PURPOSE = 'list the posts';
const REMOVE_FILTERS = "Remove the filters 'Status', 'Scheduled After' and 'Scheduled Before'.";

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many posts',
		description: 'Read posts with their outcome on every account',
	},
	properties: [workspaceLocator, ...listProperties, postFiltersProperty],

	async execute(item) {
		const filter = readPostFilter(item);
		const path = workspacePath(item, 'posts');
		const outputs = await listRecords(item, PURPOSE, path, { query: readFilters(item), ...filter });
		if (filter.complete !== undefined) return outputs;
		const listed = outputs.map(({ json }) => json);
		const hidesTime = timeHider();
		const hidesStatus = (post: IDataObject) =>
			hidesTime(post, listed) && phase(post) !== 'scheduled';
		return outputs.map((output) => ({ ...output, hidesStatus: hidesStatus(output.json) }));
	},
};

/** Reads the filters that the service does not have. They apply to the post itself where the list may leave out its time. */
function readPostFilter(item: Item): Pick<ListRequest, 'matches' | 'complete'> {
	const fields = readCollection(item, 'filters');
	const statuses = new Set(readIds(fields.status, 'Status').map(asStatus));
	const zone = item.functions.getTimezone();
	const afterMs = readTimeMs(fields.scheduledAfter, 'Scheduled After', zone);
	const beforeMs = readTimeMs(fields.scheduledBefore, 'Scheduled Before', zone);
	const isTimed = afterMs !== undefined || beforeMs !== undefined;
	if (statuses.size === 0 && !isTimed) return {};
	const hasStatus = (post: IDataObject) =>
		statuses.size === 0 || statuses.has(readPublicationState(post).status);
	const matches = (post: IDataObject) =>
		hasStatus(post) &&
		(afterMs === undefined || scheduledAtMs(post) >= afterMs) &&
		(beforeMs === undefined || scheduledAtMs(post) < beforeMs);
	const mayMatch = (post: IDataObject) =>
		phase(post) === 'scheduled'
			? isTimed && hasStatus(post)
			: statuses.size === 0 || STATUSES_BY_TIME.some((status) => statuses.has(status));
	const hidesTime = timeHider();
	const read = listedPostReader(item.connection, workspacePath(item), PURPOSE, REMOVE_FILTERS);
	const complete = async (post: IDataObject, page: IDataObject[]) =>
		hidesTime(post, page) && mayMatch(post) ? await read(post) : post;
	return { matches, complete };
}

/** The statuses of a post that states none may depend on its time. */
const STATUSES_BY_TIME = ['draft', 'scheduled', 'publishing'];

/**
 * NaN for a post that is not scheduled, which is neither before nor after any time.
 *
 * @throws ServiceFailure for a scheduled post without a time: to leave it out would say that it is not among those asked for
 */
function scheduledAtMs(post: IDataObject): number {
	const timeMs = readScheduledMs(post);
	if (timeMs !== undefined || phase(post) !== 'scheduled') return timeMs ?? Number.NaN;
	throw new ServiceFailure(
		`Could not ${PURPOSE}: the service does not show when the scheduled post ${readRecordId(post) ?? 'without an ID'} goes out`,
		"Remove the filters 'Scheduled After' and 'Scheduled Before'.",
	);
}

function readTimeMs(value: unknown, label: string, zone: string): number | undefined {
	if (dateTimeText(value, label) === '') return undefined;
	return Date.parse(toInstant(value, zone, label));
}
