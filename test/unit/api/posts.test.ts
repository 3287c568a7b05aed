import type { IDataObject } from 'n8n-workflow';

import {
	identifyPost,
	describePosts,
	readPost,
	withEtag,
} from '../../../nodes/SocialPublishing/api/posts';
import { respondingConnection } from '../support/respondingConnection';

it('identifyPost describes a post by its ID and name', () => {
	expect(identifyPost({ id: 7, text: 'Fresh rolls' })).toBe('7 ("Fresh rolls")');
	expect(identifyPost({ text: 'Fresh rolls' })).toBe('one without an ID ("Fresh rolls")');
});

it('describePosts lists the first ten of many posts, and counts the rest', () => {
	const posts = Array.from({ length: 12 }, (_, index) => ({ id: index }));
	const idOf = ({ id }: IDataObject) => String(id);
	expect(describePosts(posts, idOf)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
	expect(describePosts(posts.slice(0, 10), idOf)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
	expect(describePosts([{ id: 1, title: 'Rolls' }])).toBe('1 ("Rolls")');
});

it('withEtag adds the ETag of the response to a record, if there is one', () => {
	expect(withEtag({ id: 1 }, '"1"')).toEqual({ id: 1, etag: '"1"' });
	expect(withEtag({ id: 1 }, undefined)).not.toHaveProperty('etag');
});

it('readPost reads a post that is wrapped', async () => {
	const post = { id: 1, etag: '"1"', destinations: [] };
	const { connection } = respondingConnection({ body: { data: { post } } });
	expect(await readPost(connection, '/posts/1', 'read the post')).toEqual({ post, etag: '"1"' });
});
