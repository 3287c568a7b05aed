import type { IDataObject } from 'n8n-workflow';

import { readPublication } from '../../../../nodes/SocialPublishing/api/publication';
import {
	readDestinations,
	readPostId,
	readPostIn,
	readPostStatus,
} from '../../../../nodes/SocialPublishing/api/readings/post';
import { simplifyPost } from '../../../../nodes/SocialPublishing/api/simplePost';
import { describePost } from '../../../../nodes/SocialPublishing/methods/labels';

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
])('readPostIn reads the post in the response %j', (record, post) => {
	expect(readPostIn(record)).toStrictEqual(post);
});

it('readDestinations ignores destinations that are not records', () => {
	expect(readDestinations({ destinations: [null, 'a', { id: 1 }] })).toEqual([{ id: 1 }]);
	expect(readDestinations({ destinations: 'all' })).toEqual([]);
});

it('readPostId reads the ID of the post that a delivery belongs to', () => {
	expect(readPostId({ id: 'd', post_id: 'p' })).toBe('p');
	expect(readPostId({ id: 'p', destinations: [] })).toBe('p');
	expect(readPostId({ id: 'd' })).toBeUndefined();
});

it.each(['cancelled', 'Canceled'])('the status %s is read as cancelled', (status) => {
	expect(readPostStatus({ status })).toBe('cancelled');
});

it.each<IDataObject>([
	{ publish_at: '2027-03-14T09:00:00Z' },
	{ scheduledAt: '2027-03-14T09:00:00Z' },
	{ scheduled_at: '2027-03-14T09:00:00Z', publish_at: 'later' },
])('the time of %j shows in the output, in texts and in the picker', (time) => {
	const post = { text: 'Rolls', status: 'scheduled', ...time };
	expect(simplifyPost(post, new Map()).scheduled_at).toBe('2027-03-14T09:00:00Z');
	expect(readPublication(post).message).toContain('for 2027-03-14T09:00:00Z');
	expect(describePost(post, 'UTC')).toContain('14 Mar');
});

it('a scheduled time may be a Unix timestamp', () => {
	const post = { text: 'Rolls', status: 'scheduled', scheduled_at: Date.UTC(2027, 2, 14) / 1_000 };
	expect(describePost(post, 'UTC')).toContain('14 Mar');
	expect(readPublication(post).message).toContain(String(post.scheduled_at));
});
