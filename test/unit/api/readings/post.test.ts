import type { IDataObject } from 'n8n-workflow';

import {
	readDestinations,
	readPostId,
	readPostIn,
	readPostStatus,
} from '../../../../nodes/SocialPublishing/api/readings/post';

it.each<[IDataObject, IDataObject | undefined]>([
	[
		{ id: 'p', destinations: [], post: { id: 'q' } },
		{ id: 'p', destinations: [], post: { id: 'q' } },
	],
	[{ id: 'job', post: { id: 'p' } }, { id: 'p' }],
	[
		{ post: { id: 'p' }, etag: '"1"', publication: { settled: true } },
		{ id: 'p', etag: '"1"', publication: { settled: true } },
	],
	[
		{ post: { id: 'p', etag: '"2"' }, etag: '"1"' },
		{ id: 'p', etag: '"2"' },
	],
	[
		{ id: 'p', post: 'p' },
		{ id: 'p', post: 'p' },
	],
	[{ id: 'd', account_id: 'a' }, undefined],
	[{ destination_id: 'd' }, undefined],
])('the post in %j', (record, post) => {
	expect(readPostIn(record)).toStrictEqual(post);
});

it('what is no record is no destination', () => {
	expect(readDestinations({ destinations: [null, 'a', { id: 1 }] })).toEqual([{ id: 1 }]);
	expect(readDestinations({ destinations: 'all' })).toEqual([]);
});

it('a retried delivery may name its post', () => {
	expect(readPostId({ id: 'd', post_id: 'p' })).toBe('p');
	expect(readPostId({ id: 'p', destinations: [] })).toBe('p');
	expect(readPostId({ id: 'd' })).toBeUndefined();
});

it.each(['cancelled', 'Canceled'])('a post that is %s has one status', (status) => {
	expect(readPostStatus({ status })).toBe('cancelled');
});
