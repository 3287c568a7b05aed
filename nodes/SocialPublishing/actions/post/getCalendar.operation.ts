import { readListedPosts } from '../../api/listedPosts';
import type { Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { memoize } from '../../shared/maps';
import type { Connection } from '../../transport/connection';
import type { Operation } from '../operation';
import { toCalendarDays } from './calendar/calendar';
import { readCalendarAccounts, readFilteredAccounts } from './calendar/calendarAccounts';
import { calendarProperties, readCalendarRequest } from './calendar/calendarForm';
import { toFeed } from './calendar/feed';
import { toPage } from './calendar/page';

/** Nobody waits for a calendar as for a post. One connection for a run: it remembers the accounts. */
const lowPriority = memoize<Connection, Connection>((connection) => ({
	...connection,
	isLowPriority: true,
}));

export const getCalendar: Operation = {
	option: {
		name: 'Get Calendar',
		value: 'getCalendar',
		action: 'Get post calendar',
		description: 'Show which posts are on which day, and which days are empty',
	},
	readAccounts: readFilteredAccounts,
	properties: calendarProperties,

	async execute(original) {
		const request = readCalendarRequest(original);
		const item: Item = { ...original, connection: lowPriority(original.connection) };
		const accounts = await readCalendarAccounts(item);
		const path = workspacePath(item);
		const posts = await readListedPosts(item.connection, path);
		const days = toCalendarDays(posts, request, accounts);
		if (request.form === 'page') return toPage(days, request, accounts);
		if (request.form === 'feed') return await toFeed(item, days);
		return days.map((json) => ({ json }));
	},
};
