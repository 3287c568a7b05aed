import type { IDataObject } from 'n8n-workflow';

import { simplifyPost } from '../../../nodes/SocialPublishing/api/simplePost';

/** What the simplified post says about its only account. */
function accountOf(destination: IDataObject, post: IDataObject = {}) {
	const destinations = [{ id: 'd', account_id: 'a', status: 'published', ...destination }];
	return simplifyPost({ id: 'p', destinations, ...post }, new Map()).accounts[0];
}

it.each<[IDataObject, IDataObject, string[]]>([
	[{ media_ids: ['m1', 2] }, { media_ids: ['m3'] }, ['m1', '2']],
	[{ media: [{ id: 'm1' }, 'm2'] }, {}, ['m1', 'm2']],
	[{ media_ids: [] }, { media_ids: ['m3'] }, []],
	[{ media_ids: null }, { media_ids: ['m3'] }, ['m3']],
	[{}, {}, []],
])('the media IDs of destination %j in post %j are %j', (destination, post, expected) => {
	expect(accountOf(destination, post)?.media_ids).toEqual(expected);
});

it('an account has the links of all parts of its thread, in order', () => {
	const part = (number: number) => ({ id: number, url: `https://platform.example/${number}` });
	const links = [1, 2].map((number) => part(number).url);
	const ofPost = accountOf({}, { thread_publications: [part(1), part(2)] });
	expect(ofPost?.thread_urls).toEqual(links);
	const own = accountOf({ thread_publications: [part(1), { id: 9 }, part(2)] });
	expect(own).toMatchObject({ url: links[0], thread_urls: links });
});
