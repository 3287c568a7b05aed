import type { IDataObject } from 'n8n-workflow';

import {
	readContent,
	readShownText,
} from '../../../../nodes/SocialPublishing/api/readings/content';

const onA = (destination: IDataObject, post: IDataObject = {}) =>
	readContent({ ...post, destinations: [{ account_id: 'a', ...destination }] }).destinations[0];

describe('the text on an account', () => {
	it.each<[string, IDataObject, IDataObject, string | undefined]>([
		['is its own', { text: 'Rolls' }, { text: 'Bread' }, 'Rolls'],
		['is the shared one if there is none of its own', {}, { text: 'Bread' }, 'Bread'],
		['is the shared one if its own is empty', { text: '' }, { text: 'Bread' }, 'Bread'],
		['is the shared one if its own is null', { text: null }, { text: 'Bread' }, 'Bread'],
		['is empty if the record says so', { text: '' }, {}, ''],
		['may be a number', { text: 7 }, {}, '7'],
		['is unknown if the record leaves out both', {}, {}, undefined],
		['is unknown if the record states neither', { text: null }, { text: null }, undefined],
	])('%s', (_, destination, post, expected) => {
		expect(onA(destination, post)?.text).toBe(expected);
	});

	it('is known to be left out, or to be none', () => {
		expect(onA({})?.ownText).toBeUndefined();
		expect(onA({ text: null })?.ownText).toBeNull();
	});
});

it('an account is known by its ID, which may be a number', () => {
	expect(onA({ account_id: 3 })?.accountId).toBe('3');
	expect(onA({ account_id: undefined })?.accountId).toBeUndefined();
});

it('options that are left out differ from those that are empty', () => {
	expect(onA({})?.options).toBeUndefined();
	expect(onA({ options: null })?.options).toEqual({});
	expect(onA({ options: { thread: ['One', 2] } })?.replies).toEqual(['One', '2']);
});

it.each([
	['by ID', { media_ids: ['m'] }, ['m']],
	['as records', { media: [{ id: 'm' }, { id: 7 }] }, ['m', '7']],
	['as none', { media_ids: null }, null],
	['not at all', {}, undefined],
])('media may be listed %s', (_, destination, expected) => {
	const { mediaIds, ownMedia } = onA(destination) ?? {};
	expect(ownMedia && mediaIds).toEqual(expected);
});

it('a record without destinations differs from one that has none', () => {
	expect(readContent({}).listsDestinations).toBe(false);
	expect(readContent({ destinations: [] }).listsDestinations).toBe(true);
});

it('the text that is shown is that of the account, else the shared one; of a post, the first that there is', () => {
	const own = { text: 'Rolls' };
	const post = { text: ' ', destinations: [{}, own] };
	expect(readShownText(post, own)).toBe('Rolls');
	expect(readShownText(post, {})).toBeUndefined();
	expect(readShownText(post)).toBe('Rolls');
	expect(readShownText({ ...post, text: 'Bread' }, {})).toBe('Bread');
});
