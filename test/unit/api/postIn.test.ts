import type { IDataObject } from 'n8n-workflow';

import { readUnassignedLinks } from '../../../nodes/SocialPublishing/api/postLinks';
import {
	lacksNames,
	readPostIn,
	simplifyPost,
	splitSimplePost,
} from '../../../nodes/SocialPublishing/api/simplePost';

const LINK = 'https://platform.example/1';
const simple = (post: IDataObject) => simplifyPost(post, new Map(), undefined);

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

it.each<[IDataObject[], boolean]>([
	[[{ account_name: 'Bakery', platform: 'pagebook' }], false],
	[[{ account: { name: 'Bakery', platform: 'pagebook' } }], false],
	[[{ account_name: 'Bakery' }], true],
	[[{ platform: 'pagebook' }], true],
	[[{ account_name: 'Bakery', platform: 'pagebook' }, {}], true],
	[[], false],
])('whether %j leave names out: %s', (destinations, expected) => {
	expect(lacksNames({ destinations })).toBe(expected);
});

it.each<[IDataObject, string | null]>([
	[{ status: 'published', error: { message: 'Late' } }, 'Late'],
	[{ status: 'published', error_message: 'Late' }, 'Late'],
	[{ outcome: { status: 'published', error: 'Late' } }, 'Late'],
	[{ status: 'published', message: 'Delivered', outcome: { reason: 'Scheduled' } }, null],
])('what went wrong with the delivery %j: %j', (destination, error) => {
	expect(simple({ destinations: [destination] }).accounts[0]?.error).toBe(error);
});

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

it('an account that failed goes by its ID where it has no name', () => {
	const { failed_accounts } = simple({ destinations: [{ account_id: 7, status: 'failed' }] });
	expect(failed_accounts).toEqual(['7']);
});

it('the outcome of a wait is in the record of each account', () => {
	const publication = { settled: true };
	const post = { id: 'p', destinations: [{ id: 1 }, { id: 2 }], publication };
	expect(splitSimplePost(simple(post), post)).toMatchObject([{ publication }, { publication }]);
	const [row] = splitSimplePost(simple({ id: 'p' }), { id: 'p' });
	expect(row).not.toHaveProperty('publication');
	expect(simple({ publication: { status: 'monthly' } })).not.toHaveProperty('publication');
});
