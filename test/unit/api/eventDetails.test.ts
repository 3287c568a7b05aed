import type { IDataObject } from 'n8n-workflow';

import { readEventDetails } from '../../../nodes/SocialPublishing/trigger/includeResource';
import type { Account } from '../../../nodes/SocialPublishing/api/readings/account';

const account = (id: string, name: string | undefined, platform: string | undefined): Account => ({
	id,
	name,
	platform,
	record: {},
});
const accounts = new Map([
	['a', account('a', 'Bakery', 'pagebook')],
	['b', account('b', undefined, 'photowall')],
]);

const published = {
	id: 'd1',
	account_id: 'a',
	status: 'published',
	url: 'https://pagebook.test/1',
};
const failed = {
	id: 'd2',
	account_id: 'b',
	text: 'Rolls!',
	outcome: { status: 'failed', error: { message: 'Too large.' } },
};
const post: IDataObject = { id: 'p', text: 'Fresh rolls', destinations: [published, failed] };

const details = (type: string, data: unknown, of: IDataObject | undefined = post) =>
	readEventDetails(type, data, of, accounts);

it.each([
	['the ID of the destination', { destination_id: 'd2' }],
	['the ID of the account', { account_id: 'b' }],
	['a record of the destination', { destination: { id: 'd2' } }],
	['a record of the account', { account: { id: 'b' } }],
	['a record of the delivery', { delivery: { destination_id: 'd2' } }],
])('readEventDetails finds the delivery by %s', (_by, data) => {
	expect(details('delivery.failed', data)).toEqual({
		platform: 'photowall',
		post_text: 'Rolls!',
		error_message: 'Too large.',
	});
});

it('readEventDetails returns the link of the delivery that an event is about', () => {
	expect(details('delivery.published', { destination_id: 'd1' })).toEqual({
		account_name: 'Bakery',
		platform: 'pagebook',
		post_text: 'Fresh rolls',
		post_url: 'https://pagebook.test/1',
	});
});

it('readEventDetails returns the account of a post only if the post has a single account', () => {
	expect(details('post.partial', {})).toEqual({
		post_text: 'Fresh rolls',
		post_url: 'https://pagebook.test/1',
		error_message: 'b (photowall): Too large.',
	});
	expect(details('post.published', {}, { ...post, destinations: [published] })).toEqual({
		account_name: 'Bakery',
		platform: 'pagebook',
		post_text: 'Fresh rolls',
		post_url: 'https://pagebook.test/1',
	});
});

it('readEventDetails returns the details in the event alone if the post could not be read', () => {
	const data = { account_id: 'a', error: { message: 'Too large.' } };
	expect(readEventDetails('delivery.failed', data, undefined, accounts)).toEqual({
		account_name: 'Bakery',
		platform: 'pagebook',
		error_message: 'Too large.',
	});
});

it('readEventDetails does not guess which of two deliveries to one account is meant', () => {
	const twice = { ...post, destinations: [published, { ...published, id: 'd3' }] };
	expect(details('delivery.failed', { account_id: 'a' }, twice)).toEqual({
		account_name: 'Bakery',
		platform: 'pagebook',
		post_text: 'Fresh rolls',
	});
});

it.each([
	['account.reconnect_required', { account_id: 'a' }],
	['account.reconnect_required', { account: { id: 'a' } }],
	['account.reconnect_required', { id: 'a' }],
	['account.reconnect_required', { resource: { type: 'account', id: 'a' } }],
])('readEventDetails names the account of %s %j', (type, data) => {
	expect(details(type, data, undefined)).toEqual({ account_name: 'Bakery', platform: 'pagebook' });
});

it.each([
	['media.ready', { media_id: 'm' }],
	['something.new', { post_id: 'p' }],
	['delivery.failed', null],
	['post.failed', 'text'],
])('readEventDetails returns no details for %s with the data %j', (type, data) => {
	expect(readEventDetails(type, data, undefined, new Map())).toEqual({});
});

it('readEventDetails omits details that are unknown', () => {
	const unnamed = { account_id: 'b', error: { message: 'Too large.' } };
	expect(readEventDetails('delivery.failed', unnamed, undefined, accounts)).toStrictEqual({
		platform: 'photowall',
		error_message: 'Too large.',
	});
	const delivered = { account_id: 'a', message: 'Delivered' };
	expect(readEventDetails('delivery.published', delivered, undefined, accounts)).toStrictEqual({
		account_name: 'Bakery',
		platform: 'pagebook',
	});
	expect(details('media.ready', { media_id: 'm', account_id: 'a' })).toStrictEqual({});
	const { url, ...unlinked } = published;
	expect(url).toBeDefined();
	expect(details('post.published', {}, { destinations: [unlinked] })).toStrictEqual({
		account_name: 'Bakery',
		platform: 'pagebook',
	});
});

it('a text for one account counts as the text of the post, but not of another delivery', () => {
	const { text, ...untold } = post;
	expect(text).toBe('Fresh rolls');
	expect(details('post.partial', {}, untold).post_text).toBe('Rolls!');
	expect(details('delivery.failed', { destination_id: 'd1' }, untold).post_text).toBeUndefined();
});

it('readEventDetails ignores deliveries without an ID or account when it looks for the one that an event is about', () => {
	const first = { text: 'Buns!', account_id: 'a' };
	const second = { text: 'Rolls!', account_id: 'b' };
	const toBoth = { text: 'Bread', destinations: [first, second] };
	expect(details('delivery.failed', { account_id: 'b' }, toBoth).post_text).toBe('Rolls!');
	const toNobody = { text: 'Bread', destinations: [{ id: 'd1', text: 'Buns!' }] };
	expect(details('delivery.failed', {}, toNobody).post_text).toBe('Bread');
});
