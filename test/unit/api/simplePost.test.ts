import type { IDataObject } from 'n8n-workflow';

import { simplifyPost } from '../../../nodes/SocialPublishing/api/simplePost';

const noAccounts = new Map();
const account = (id: string, name?: string, platform?: string) =>
	[id, { id, name, platform, record: {} }] as const;

const simple = (post: IDataObject, accounts = noAccounts) => simplifyPost(post, accounts);

/** A post with one published destination. */
const published = (destination: IDataObject, post: IDataObject = {}) => ({
	id: 'p',
	destinations: [{ id: 'd', account_id: 'a', status: 'published', ...destination }],
	...post,
});

it('a simplified post has null for missing values', () => {
	expect(simple({})).toStrictEqual({
		message: 'The status of the post is unknown.',
		status: null,
		published_urls: [],
		text: null,
		accounts: [],
		failed_accounts: [],
		error_message: null,
		scheduled_at: null,
		id: null,
		etag: null,
	});
	expect(simple({ id: 0, text: '', destinations: [{}] })).toMatchObject({
		id: 0,
		text: '',
		accounts: [
			{
				account_id: null,
				name: null,
				platform: null,
				status: null,
				url: null,
				error: null,
				destination_id: null,
				media_ids: [],
				thread_urls: [],
			},
		],
	});
});

it('a simplified post has the ID of the command only if the response has none', () => {
	expect(simplifyPost({}, noAccounts, { id: 'p' }).id).toBe('p');
	expect(simplifyPost({ id: 7 }, noAccounts, { id: 'p' }).id).toBe(7);
	expect(simplifyPost({ post_id: 8, id: 'job' }, noAccounts, { id: 'p' }).id).toBe('8');
});

it.each<[string, IDataObject]>([
	['status', { status: 'Published' }],
	['outcome.status', { status: undefined, outcome: { status: 'published' } }],
	['outcome', { status: undefined, outcome: 'PUBLISHED' }],
	['outcome next to the status of the job', { status: 'done', outcome: 'published' }],
])('simplifyPost reads the status of a delivery from its %s', (_place, destination) => {
	const post = simple(published(destination));
	expect(post.accounts[0]?.status).toBe('published');
	expect(post.status).toBe('published');
});

const LINK = 'https://platform.example/1';

it.each<[string, IDataObject, IDataObject]>([
	['url', { url: LINK }, {}],
	['link', { link: LINK }, {}],
	['permalink', { permalink: LINK }, {}],
	['published_url', { published_url: LINK, url: 'https://service.example/posts/p' }, {}],
	['outcome.url', { outcome: { url: LINK } }, {}],
	['publication.url', { publication: { url: LINK } }, {}],
	['thread_publications of the destination', { thread_publications: [{ url: LINK }] }, {}],
	[
		'thread_publications of its id',
		{},
		{ thread_publications: [{ destination_id: 'd', url: LINK }] },
	],
	[
		'thread_publications of its account',
		{},
		{ thread_publications: [{ account_id: 'a', url: LINK }] },
	],
	['thread_publications of the post', {}, { thread_publications: [{ id: 't', url: LINK }] }],
])('simplifyPost reads the link of a delivery from %s', (_place, destination, post) => {
	const { accounts, published_urls } = simple(published(destination, post));
	expect(accounts[0]?.url).toBe(LINK);
	expect(published_urls).toEqual([LINK]);
});

it('the link of a thread is that of its first part, separately for each destination', () => {
	const part = (destination_id: string, number: number) => ({
		destination_id,
		url: `https://platform.example/${destination_id}/${number}`,
	});
	const post = simple({
		destinations: ['d1', 'd2'].map((id) => ({ id, status: 'published' })),
		thread_publications: [part('d2', 1), part('d2', 2), part('d1', 1), part('d1', 2)],
	});
	expect(post.published_urls).toEqual([
		'https://platform.example/d1/1',
		'https://platform.example/d2/1',
	]);
});

it('simplifyPost keeps the links of thread parts whose account is unknown', () => {
	const post = simple({
		destinations: [{ id: 'd1', status: 'published' }, { id: 'd2' }],
		thread_publications: [{ url: LINK }],
	});
	expect(post.accounts.map(({ url }) => url)).toEqual([null, null]);
	expect(post.published_urls).toEqual([LINK]);
});

it('simplifyPost lists no published link unless the delivery is certainly published', () => {
	const unclear = { id: 'd', status: 'needs_review', url: LINK };
	const post = simple({ status: 'failed', url: LINK, destinations: [unclear] });
	expect(post.accounts[0]?.url).toBe(LINK);
	expect(post.published_urls).toEqual([]);
	expect(simple({ status: 'published', url: LINK }).published_urls).toEqual([LINK]);
	expect(simple(published({ url: 'urn:platform:1' })).published_urls).toEqual([]);
});

it('simplifyPost lists the link of the post itself only if no account has a link', () => {
	const own = { status: 'published', url: 'https://social.example/own' };
	expect(simple(published({ url: LINK }, own)).published_urls).toEqual([LINK]);
	expect(simple(published({}, own)).published_urls).toEqual([own.url]);
});

it('simplifyPost takes the names of accounts from the post, else from the list of accounts', () => {
	const accounts = new Map([account('1', 'Listed', 'pagebook'), account('2')]);
	const { accounts: shown } = simple(
		{
			destinations: [
				{ account_id: 1 },
				{ account_id: 2, platform: 'shortpost' },
				{ account: { id: 1, display_name: 'Own', platform: 'worklink' } },
				{ account_id: 3, account_name: 'Told' },
			],
		},
		accounts,
	);
	expect(shown.map(({ account_id, name, platform }) => [account_id, name, platform])).toEqual([
		[1, 'Listed', 'pagebook'],
		[2, null, 'shortpost'],
		[1, 'Own', 'worklink'],
		[3, 'Told', null],
	]);
});

it('simplifyPost names the failed accounts, with their errors', () => {
	const accounts = new Map([
		account('a', 'Bakery', 'pagebook'),
		account('b', 'Bakery', 'shortpost'),
		account('c', 'Cakes', 'worklink'),
	]);
	const destinations = [
		{ account_id: 'a', status: 'failed', error: { message: 'Rejected' } },
		{ account_id: 'b', status: 'needs_review' },
		{ account_id: 'c', outcome: { status: 'blocked', reason: 'No access.' } },
		{ account_id: 'd', status: 'failed', error: 'Gone' },
		{ account_id: 'e', status: 'published', message: 'Delivered' },
	];
	expect(simple({ destinations, error: 'Stopped' }, accounts)).toMatchObject({
		failed_accounts: ['Bakery (pagebook)', 'Bakery (shortpost)', 'Cakes', 'd'],
		error_message:
			'Stopped. Bakery (pagebook): Rejected. Bakery (shortpost): needs review. Cakes (worklink): No access. d: Gone.',
		accounts: [
			{ error: 'Rejected' },
			{ error: null },
			{ error: 'No access.' },
			{ error: 'Gone' },
			{ error: null },
		],
	});
});

it('a simplified post contains the message of a wait, but not a field of the service with the same name', () => {
	const message = 'Published: a.';
	const publication = { settled: true, status: 'published', message };
	expect(simple({ publication })).toMatchObject({ message });
	expect(simple({ publication })).not.toHaveProperty('publication');
	const own = { message: 'monthly' };
	expect(simple({ status: 'draft', publication: own }).message).toMatch(/^The post is a draft/);
});

it('the message of a simplified post names its accounts', () => {
	const accounts = new Map([account('a', 'Bakery', 'pagebook')]);
	expect(simple(published({}), accounts).message).toBe('Published: Bakery (pagebook).');
});
