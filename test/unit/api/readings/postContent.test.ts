import type { IDataObject } from 'n8n-workflow';

import { readDeliveries } from '../../../../nodes/SocialPublishing/api/readings/delivery';
import {
	readWrittenParts,
	readRevision,
	readScheduleParts,
} from '../../../../nodes/SocialPublishing/api/readings/post';

const toA = { account_id: 'a', text: 'Rolls', media_ids: ['m'], options: { first: 1 } };
const toB = { account_id: 'b', text: 'Buns' };
const post: IDataObject = { text: 'Bread', media_ids: ['m'], destinations: [toA, toB] };

describe('the content of a post', () => {
	it.each<[string, IDataObject]>([
		['text', { text: 'Cakes' }],
		['pictures', { media_ids: [] }],
		['accounts', { destinations: [toA] }],
		['account', { destinations: [toA, { ...toB, account_id: 'c' }] }],
		['text for an account', { destinations: [toA, { ...toB, text: 'Pretzels' }] }],
		['pictures for an account', { destinations: [{ ...toA, media_ids: ['n'] }, toB] }],
		['options for an account', { destinations: [{ ...toA, options: {} }, toB] }],
	])('changes with its %s', (_what, change) => {
		expect(readWrittenParts({ ...post, ...change })).not.toEqual(readWrittenParts(post));
	});

	it.each<[string, IDataObject]>([
		['status', { status: 'published' }],
		['time', { scheduled_at: '2027-03-14T09:00:00Z' }],
		['outcome for an account', { destinations: [toA, { ...toB, status: 'failed', id: 'd' }] }],
		['order of accounts', { destinations: [toB, toA] }],
	])('does not change with its %s', (_what, change) => {
		expect(readWrittenParts({ ...post, ...change })).toEqual(readWrittenParts(post));
	});

	it('does not change with the order of texts for the same account', () => {
		const again = { ...toA, text: 'Buns' };
		expect(readWrittenParts({ destinations: [toA, again] })).toEqual(
			readWrittenParts({ destinations: [again, toA] }),
		);
	});
});

it.each(['scheduled_at', 'scheduledAt', 'publish_at'])(
	'the schedule of a post is read from %s',
	(name) => {
		const schedule = readScheduleParts({
			[name]: '2027-03-14T09:00:00Z',
			timezone: 'Europe/Berlin',
		});
		expect(schedule).toEqual(['2027-03-14T09:00:00Z', 'Europe/Berlin']);
	},
);

it.each(['etag', 'revision', 'version', 'updated_at', 'updatedAt'])(
	'a different %s means a different revision of a post',
	(name) => {
		expect(readRevision({ ...post, [name]: '1' })).not.toEqual(readRevision(post));
		expect(readRevision({ ...post, [name]: 1 })).toEqual(readRevision({ ...post, [name]: '1' }));
		expect(readRevision({ ...post, [name]: 2 })).not.toEqual(readRevision({ ...post, [name]: 1 }));
	},
);

it.each<[IDataObject, number | undefined]>([
	[{ published_at: '2027-03-14T09:00:00Z' }, Date.UTC(2027, 2, 14, 9)],
	[{ outcome: { failed_at: '2027-03-14T09:00:00Z' } }, Date.UTC(2027, 2, 14, 9)],
	[{ created_at: '2027-03-14T09:00:00Z', scheduled_at: '2027-03-14T09:00:00Z' }, undefined],
])('the end of the delivery is read from %j', (destination, endedMs) => {
	expect(readDeliveries({ destinations: [destination] })).toMatchObject([{ endedMs }]);
});
