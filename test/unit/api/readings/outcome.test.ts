import type { IDataObject } from 'n8n-workflow';

import { readEventDetails } from '../../../../nodes/SocialPublishing/trigger/includeResource';
import {
	readPostLinks,
	readUnassignedLinks,
} from '../../../../nodes/SocialPublishing/api/readings/outcome';
import { simplifyPost } from '../../../../nodes/SocialPublishing/api/simplePost';

const LINK = 'https://platform.example/1';
const simple = (post: IDataObject) => simplifyPost(post, new Map(), undefined);

describe('the links of a post', () => {
	const toA = { id: 'd', account_id: 'a', status: 'published' };

	it.each<[string, IDataObject, string[]]>([
		['that a delivery has too', { url: 'https://service.example/p', link: LINK }, [LINK]],
		['that it does not have', {}, []],
		['that is within a text', { published_url: `see ${LINK}` }, []],
		[
			'without encryption',
			{ published_url: 'http://platform.example/1' },
			['http://platform.example/1'],
		],
	])('%s', (_title, post, links) => {
		const deliveries = post.link === undefined ? [] : [{ ...toA, url: LINK }];
		const { published_urls } = simple({ status: 'published', ...post, destinations: deliveries });
		expect(published_urls).toEqual(links);
	});

	it('are not those of other accounts', () => {
		const thread_publications = [null, { account_id: 'b', url: LINK }];
		const post: IDataObject = { destinations: [toA], thread_publications };
		expect(simple(post).accounts[0]?.url).toBeNull();
		expect(readUnassignedLinks(post)).toEqual([LINK]);
		const to = (account_id: string) => ({ account_id, status: 'published' });
		const both = { destinations: [to('a'), to('b')], thread_publications };
		expect(simple(both).accounts.map(({ url }) => url)).toEqual([null, LINK]);
	});

	it('leave out parts without an address', () => {
		expect(readUnassignedLinks({ destinations: [], thread_publications: [{ id: 1 }] })).toEqual([]);
	});
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

it.each<[string, IDataObject]>([
	['url', { url: LINK }],
	['outcome', { outcome: { status: 'published', url: LINK } }],
	['publication', { publication: { permalink: LINK } }],
	['publications', { publications: [{ link: LINK }] }],
	['thread_publications', { thread_publications: [{ url: LINK }] }],
	['published_url', { published_url: LINK }],
])('the link in %s shows in the output, in texts and in events', (_place, fields) => {
	const destination = { id: 'd', account_id: 'a', status: 'published', ...fields };
	const post = { id: 'p', destinations: [destination] };
	expect(simple(post).accounts[0]?.url).toBe(LINK);
	expect(readPostLinks(post)).toEqual([LINK]);
	for (const [type, data] of [
		['delivery.published', { destination_id: 'd' }],
		['post.published', { post_id: 'p' }],
	] as const) {
		expect(readEventDetails(type, data, post, new Map()).post_url).toBe(LINK);
	}
});

it('the link of a thread that no destination claims shows in the event of its post', () => {
	const thread_publications = [{ id: 1, url: LINK }];
	const destinations = [{ account_id: 'a' }, { account_id: 'b' }];
	const post: IDataObject = { id: 'p', status: 'published', destinations, thread_publications };
	expect(simple(post).published_urls).toEqual([LINK]);
	expect(readEventDetails('post.published', {}, post, new Map()).post_url).toBe(LINK);
});
