import type { IDataObject } from 'n8n-workflow';

import { readDestinations, readPostLinks } from '../../../nodes/SocialPublishing/api/postRecords';
import {
	describePost,
	describePosts,
	readRecords,
	withEtag,
} from '../../../nodes/SocialPublishing/api/records';

it.each<[unknown, IDataObject[]]>([
	[[{ id: 1 }, null], [{ id: 1 }]],
	[{ items: [{ id: 1 }] }, [{ id: 1 }]],
	[{ items: [], next_cursor: null }, []],
	[{ items: [{ id: 1 }], account_id: 'a' }, [{ items: [{ id: 1 }], account_id: 'a' }]],
	[{ next_cursor: 'c' }, [{ next_cursor: 'c' }]],
	[{ id: 1 }, [{ id: 1 }]],
	[{}, [{}]],
	[undefined, [{}]],
])('the records in %j', (data, records) => {
	expect(readRecords(data)).toEqual(records);
});

it('a post is shown with its ID and its name', () => {
	expect(describePost({ id: 7, text: 'Fresh rolls' })).toBe('7 ("Fresh rolls")');
	expect(describePost({ text: 'Fresh rolls' })).toBe('one without an ID ("Fresh rolls")');
});

it('of many posts, the first ten are shown', () => {
	const posts = Array.from({ length: 12 }, (_, index) => ({ id: index }));
	const idOf = ({ id }: IDataObject) => String(id);
	expect(describePosts(posts, idOf)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
	expect(describePosts(posts.slice(0, 10), idOf)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
	expect(describePosts([{ id: 1, title: 'Rolls' }])).toBe('1 ("Rolls")');
});

it('a record has the ETag of its response, if there was one', () => {
	expect(withEtag({ id: 1 }, '"1"')).toEqual({ id: 1, etag: '"1"' });
	expect(withEtag({ id: 1 }, undefined)).not.toHaveProperty('etag');
});

it('what is no record is no destination', () => {
	expect(readDestinations({ destinations: [null, 'a', { id: 1 }] })).toEqual([{ id: 1 }]);
	expect(readDestinations({ destinations: 'all' })).toEqual([]);
});

it('a post can be seen at its web addresses only', () => {
	const destinations = [
		{ permalink: 'http://platform.example/2' },
		{ url: 'urn:platform:3' },
		{ url: 'see https://platform.example/4' },
		{},
	];
	expect(readPostLinks({ link: 'https://platform.example/1', destinations })).toEqual([
		'https://platform.example/1',
		'http://platform.example/2',
	]);
});
