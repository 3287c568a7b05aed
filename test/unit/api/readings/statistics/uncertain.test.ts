import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import {
	findUnread,
	toDays,
	toSummary,
} from '../../../../../nodes/SocialPublishing/api/statistics/table';

const noAccounts = new Map();
const DAY = '2027-03-14';

function read(record: IDataObject) {
	const reading = readFigures(record, {});
	const summary = toSummary(reading, noAccounts);
	const days = toDays(reading, noAccounts);
	return {
		summary,
		days,
		unread: { summary: findUnread(reading, summary ?? []), days: findUnread(reading, days ?? []) },
		unreadTimes: [...reading.unreadTimes],
	};
}

it.each<[IDataObject, string]>([
	[{ engagement: { likes: '12', shares: 3 } }, 'likes'],
	[{ engagement: { likes: '1805011200', shares: 3 } }, 'likes'],
	[{ items: [{ date: DAY, followers: 6, likes: '12' }] }, 'likes'],
	[{ shares: 3, likes: { [DAY]: '12' } }, 'likes'],
	[{ shares: 3, likes: [[DAY, 6]] }, 'likes'],
	[{ shares: 3, likes: [[1_805_011_200, '6']] }, 'likes'],
	[{ shares: 3, dates: [DAY], likes: [6] }, 'likes'],
	[{ shares: 3, likes: { '1804924800': 4, '1805011200': 6 } }, 'likes'],
	[{ shares: 3, likes: { '1804924800': { count: 4 }, '1805011200': { count: 6 } } }, 'likes'],
	[{ engagement: { likes: '1,234', shares: 3 } }, 'likes'],
	[{ engagement: { likes: '1.2K', shares: 3 } }, 'likes'],
	[{ rate: { growth: '4 %', shares: 3 } }, 'growth'],
	[{ items: [{ date: DAY, followers: 6, likes: '12 likes' }] }, 'likes'],
	[{ items: [{ metric: 'likes', value: '12 likes' }], shares: 3 }, 'likes'],
	[{ shares: 3, likes: [[DAY, '1.2K']] }, 'likes'],
	[{ shares: 3, likes: [[DAY, 6, 7]] }, 'likes'],
	[{ shares: 3, likes: ['1', '2'] }, 'likes'],
	[{ shares: 3, likes: { [DAY]: '1,2' } }, 'likes'],
])('the name of a value that cannot be read is listed: %j', (record, name) => {
	const { summary, days, unread } = read(record);
	expect([summary?.length, days?.length]).toEqual([1, 1]);
	expect(unread).toEqual({ summary: [name], days: [name] });
});

it('a text with a column of its own is named only where there are no such columns', () => {
	const { summary, unread } = read({ likes: 3, room: '12' });
	expect(summary).toEqual([{ likes: 3, room: '12' }]);
	expect(unread).toEqual({ summary: [], days: ['room'] });
	const ofOther = read({
		accounts: [
			{ id: 'a', room: '12' },
			{ id: 'b', likes: 3 },
		],
	});
	expect(ofOther.summary).toMatchObject([{ likes: 3 }, { account_id: 'a', room: '12' }]);
	expect(ofOther.unread).toEqual({ summary: [], days: ['room'] });
});

it.each(['13.03.2027', '20270313', 'yesterday', 7, 1_805_011_200_000_000, '99999999999999'])(
	'rows with the unreadable time %j are reported',
	(time) => {
		const rows = [6, 6].map((followers) => ({ timestamp: time, followers }));
		expect(read({ items: rows }).unreadTimes).toEqual(['timestamp']);
	},
);

it('the latest of several times is shown', () => {
	const at = (timestamp: number, followers: number) => ({ timestamp, followers });
	const items = [at(1_805_011_200, 6), at(1_804_924_800, 4)];
	expect(read({ items }).summary).toEqual([
		{ followers: 6, followers_change: 2, timestamp: 1_805_011_200 },
	]);
});
