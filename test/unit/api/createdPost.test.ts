import type { IDataObject } from 'n8n-workflow';

import { findCreatedPost } from '../../../nodes/SocialPublishing/api/forgottenEffect';
import { answeringConnection } from '../support/answeringConnection';

const bread: IDataObject = { text: 'Bread', destinations: [{ account_id: '3' }] };
const rolls: IDataObject = { ...bread, text: 'Rolls' };

/** Looks for the post that a creation may have made among these, a day later. */
function lookAmong(contents: IDataObject[]) {
	const posts = contents.map((content, index) => ({ id: `p${index}`, ...content }));
	const { connection, requests } = answeringConnection((request) => {
		const post = posts.find(({ id }) => request.endsWith(`/posts/${id}`));
		return { body: { data: post ?? { items: posts } } };
	});
	const found = findCreatedPost(connection, '/workspaces/w', bread, 'create the post');
	return { found, requests };
}

it('posts with another text are not read, however many there are', async () => {
	const { found, requests } = lookAmong(Array<IDataObject>(101).fill(rolls));
	expect(await found).toBe('noEffect');
	expect(requests).toHaveLength(1);
});

it('the only post with the content is taken', async () => {
	const { found } = lookAmong([rolls, bread]);
	expect(await found).toMatchObject({ data: { id: 'p1' } });
});

it.each([
	[[bread, bread, rolls], 'one of 2 posts', '"Bread"'],
	[[{ destinations: bread.destinations }], 'this post', 'p0'],
])('among %j, no post is certain to be the one', async (contents, count, name) => {
	const { found } = lookAmong(contents);
	await expect(found).rejects.toMatchObject({
		message: `Could not create the post: an earlier attempt may have made ${count}`,
		description: expect.stringContaining(name),
	});
});
