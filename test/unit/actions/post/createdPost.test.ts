import type { IDataObject } from 'n8n-workflow';

import { findPost } from '../../../../nodes/SocialPublishing/actions/post/publishing/search';
import { UndecidedFailure } from '../../../../nodes/SocialPublishing/shared/failure';
import { respondingConnection } from '../../support/respondingConnection';

const bread: IDataObject = { text: 'Bread', destinations: [{ account_id: '3' }] };
const rolls: IDataObject = { ...bread, text: 'Rolls' };

const idsOf = (posts: IDataObject[]) => posts.map(({ id }) => id).join();

/** Looks for the post that a creation may have made among these, a day later. */
function lookAmong(contents: IDataObject[]) {
	const posts = contents.map((content, index) => ({ id: `p${index}`, ...content }));
	const { connection, requests } = respondingConnection((request) => {
		const post = posts.find(({ id }) => request.endsWith(`/posts/${id}`));
		return { body: { data: post ?? { items: posts } } };
	});
	const found = findPost({
		connection,
		workspacePath: '/workspaces/w',
		purpose: 'create the post',
		content: bread,
		undecided: (candidates) => new UndecidedFailure(idsOf(candidates), 'Look for it.'),
	});
	return { found, requests };
}

it('findPost does not read posts with another text, however many there are', async () => {
	const { found, requests } = lookAmong(Array<IDataObject>(101).fill(rolls));
	expect(await found).toEqual({ is: 'none' });
	expect(requests).toHaveLength(1);
});

it('findPost finds the only post with the content', async () => {
	const { found } = lookAmong([rolls, bread]);
	expect(await found).toMatchObject({ is: 'found', state: { post: { id: 'p1' } } });
});

it.each<[string, IDataObject[], string[]]>([
	['several posts with the content', [bread, bread, rolls], ['p0', 'p1']],
	[
		'a draft that does not state its text',
		[{ status: 'draft', destinations: bread.destinations }],
		['p0'],
	],
	['a post that does not state its accounts', [{ text: bread.text }], ['p0']],
	[
		'a post with more pictures',
		[{ ...bread, destinations: [{ account_id: '3', media_ids: ['m1'] }] }],
		['p0'],
	],
])('findPost is undecided about %s', async (_what, contents, ids) => {
	const { found } = lookAmong(contents);
	expect(await found).toMatchObject({ is: 'undecided', failure: { message: ids.join() } });
});

it('findPost is undecided if there are too many posts to read', async () => {
	const { found, requests } = lookAmong(Array<IDataObject>(101).fill(bread));
	expect(await found).toMatchObject({ is: 'undecided' });
	expect(requests).toHaveLength(1);
});

describe('a post without text', () => {
	const picture = { destinations: [{ account_id: '3', text: '', media_ids: ['m1'] }] };

	it.each([
		['draft', 'found'],
		['published', 'undecided'],
	])('with the status %s is %s', async (status, is) => {
		const { connection } = respondingConnection((request) => ({
			body: {
				data: request.endsWith('/p0')
					? { id: 'p0', status, ...picture }
					: { items: [{ id: 'p0', ...picture }] },
			},
		}));
		const content = { text: '', destinations: [{ account_id: '3', media_ids: ['other'] }] };
		const search = { workspacePath: '/workspaces/w', purpose: 'create the post', content };
		expect(await findPost({ connection, ...search })).toMatchObject({ is });
	});
});
