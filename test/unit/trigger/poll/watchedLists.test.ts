import type { IDataObject } from 'n8n-workflow';

import { isFinished } from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import type { Snapshot } from '../../../../nodes/SocialPublishing/trigger/poll/snapshot';
import {
	accountList,
	hasEventsOf,
	mediaList,
	postList,
} from '../../../../nodes/SocialPublishing/trigger/poll/watchedLists';

function post(status: string, ...histories: string[]): Snapshot {
	const deliveries = histories.map((history, index) => [`AAA${index}`, history]);
	return { status, deliveries: Object.fromEntries(deliveries) };
}

it.each<[string, string[], boolean]>([
	['', [], false],
	['d', [], false],
	['u', ['p'], false],
	['p', [], true],
	['p', ['p', 'fp'], true],
	['p', ['p', 'w'], false],
	['a', ['p', 'f'], true],
	['f', ['b', 'r'], true],
	['a', ['p', 'fw'], false],
	['', ['p'], true],
	['', ['f'], true],
	['', ['w'], false],
	['c', [], false],
])(
	'a post with the status history "%s" and the delivery histories %j is finished: %s',
	(status, histories, expected) => {
		expect(isFinished(post(status, ...histories))).toBe(expected);
	},
);

it.each([
	[[], false],
	[['media.ready'], false],
	[['postal.x', 'x.post'], false],
	[['media.ready', 'post.failed'], true],
	[['delivery.failed'], true],
])('the events %j are about posts: %s', (types, expected) => {
	expect(hasEventsOf(postList, types)).toBe(expected);
});

it('a ready file is finished, and an account never is', () => {
	const areFinished = (list: typeof mediaList, ...statuses: string[]) =>
		statuses.map((status) => list.isFinished({ status }));
	expect(areFinished(mediaList, 'w', 'r', 'rw')).toEqual([false, true, false]);
	expect(areFinished(accountList, 'l', 'c', '')).toEqual([false, false, false]);
});

describe.each<
	[string, Pick<typeof mediaList, 'compare'>, IDataObject, IDataObject, IDataObject, unknown[][]]
>([
	[
		'mediaList reports the first time that a file is ready',
		mediaList,
		{ status: 'processing' },
		{ status: 'ready' },
		{ media_id: '1', status: 'ready' },
		[[], [[]], [], [], []],
	],
	[
		'accountList reports each time that an account needs reconnecting',
		accountList,
		{ connected: true },
		{ connected: false },
		{ account_id: '1', status: 'reconnect_required' },
		[[], [[1]], [], [], [[2]]],
	],
])('%s', (_what, list, before, after, data, expected) => {
	it.each([
		['if it happens after the first poll', [before, after, after, before, after], expected],
		['if a new record shows it', [after, after], [expected[1], []]],
		[
			'without repeating it after a poll that shows no status',
			[after, {}, after],
			[expected[1], [], []],
		],
	])('%s', (_when, records, eventKeys) => {
		let snapshot: Snapshot | undefined;
		const changes = records.map((record) => {
			const compared = list.compare('1', record, snapshot);
			snapshot = compared.snapshot;
			return compared.changes;
		});
		expect(changes.map((each) => each.map(({ eventKey }) => eventKey))).toEqual(eventKeys);
		expect(changes.flat()[0]?.data).toEqual(data);
	});
});
