import type { IDataObject } from 'n8n-workflow';

import {
	fingerprint,
	hasText,
	mayHaveContent,
	statesContent,
} from '../../../nodes/SocialPublishing/api/postContent';

const content: IDataObject = { text: 'Bread', destinations: [{ account_id: '3' }] };

describe('a post', () => {
	it.each([
		['without a text of its own for the account', { account_id: 3, text: null }],
		['with an empty text for the account', { account_id: '3', text: '' }],
	])('%s has the shared text', (_name, destination) => {
		const post = { text: 'Bread', destinations: [destination] };
		expect(mayHaveContent(post, content)).toBe(true);
		expect(mayHaveContent({ ...post, text: 'Rolls' }, content)).toBe(false);
		expect(statesContent(post)).toBe(true);
	});

	it.each([
		['text', { destinations: [{ account_id: '3' }] }],
		['accounts', { text: 'Bread' }],
		['accounts next to their outcomes', { text: 'Bread', destinations: [{ status: 'failed' }] }],
	])('that does not state its %s may have the content', (_name, post) => {
		expect(mayHaveContent(post, content)).toBe(true);
		expect(statesContent(post)).toBe(false);
	});

	it('to other accounts has other content', () => {
		const post = { text: 'Bread', destinations: [{ account_id: '4' }] };
		expect(mayHaveContent(post, content)).toBe(false);
	});
});

describe('a text', () => {
	const to3 = (text?: string): IDataObject => ({ text, destinations: [{ account_id: 3 }] });

	it.each<[string, string | undefined, boolean]>([
		['with other spaces and line breaks', ' Fresh  bread\r\ntoday ', true],
		['that is missing', undefined, true],
		['in other words', 'Fresh rolls today', false],
		['without its spaces', 'Freshbreadtoday', false],
		['that is empty', '', false],
	])('%s counts as the same: %s', (_title, text, isSame) => {
		const wanted = { text: 'Fresh bread\ntoday', destinations: [{ account_id: '3' }] };
		expect(mayHaveContent(to3(text), wanted)).toBe(isSame);
		expect(mayHaveContent({ text }, wanted)).toBe(isSame);
	});

	it('counts as the same if the service composes its accents', () => {
		const decomposed = { text: 'Cafe\u0301', destinations: [{ account_id: '3' }] };
		expect(mayHaveContent(to3('Caf\u00e9'), decomposed)).toBe(true);
		expect(fingerprint(to3('Caf\u00e9'))).toBe(fingerprint(decomposed));
	});

	it('that consists of digits may arrive as a number', () => {
		const wanted = { text: '7', destinations: [{ account_id: '3' }] };
		expect(mayHaveContent({ ...to3(), text: 7 }, wanted)).toBe(true);
		expect(mayHaveContent({ ...to3(), text: 8 }, wanted)).toBe(false);
	});

	it.each<[IDataObject, boolean]>([
		[{ text: 'Bread', destinations: [{ account_id: 3 }] }, true],
		[{ text: ' ', destinations: [{ text: 'Bread' }] }, true],
		[{ text: 'Bread', destinations: [] }, false],
		[{ text: ' \n', destinations: [{}] }, false],
		[{ text: 7, destinations: [{}] }, true],
		[{ destinations: [{ text: '' }] }, false],
	])('is present in %j: %s', (post, expected) => {
		expect(hasText(post)).toBe(expected);
	});
});

describe('the fingerprint of a post', () => {
	const own = fingerprint({
		text: 'Bread',
		destinations: [{ account_id: '1' }, { account_id: '2', text: 'Rolls' }],
	});

	it.each<[string, IDataObject]>([
		['order of accounts', { destinations: [{ account_id: 2, text: 'Rolls' }, { account_id: 1 }] }],
		['spaces', { text: ' Bread\n' }],
	])('does not depend on the %s', (_what, change) => {
		const content = {
			text: 'Bread',
			destinations: [{ account_id: 1 }, { account_id: 2, text: 'Rolls' }],
		};
		expect(fingerprint({ ...content, ...change })).toBe(own);
	});

	it('does not depend on entries without an account, or on whether there is a list', () => {
		const destinations = [null, { account_id: 3 }, 'text'] as IDataObject[];
		expect(fingerprint({ text: 'Bread', destinations })).toBe(fingerprint(content));
		expect(fingerprint({ text: 'Bread' })).toBe(fingerprint({ text: 'Bread', destinations: [] }));
	});

	it.each<[string, IDataObject]>([
		['text', { text: 'Buns' }],
		['accounts', { destinations: [{ account_id: 1 }] }],
		['text for an account', { destinations: [{ account_id: 1 }, { account_id: 2 }] }],
	])('changes with the %s', (_what, change) => {
		const content = {
			text: 'Bread',
			destinations: [{ account_id: 1 }, { account_id: 2, text: 'Rolls' }],
		};
		expect(fingerprint({ ...content, ...change })).not.toBe(own);
	});
});

describe('a post with several accounts', () => {
	const wanted = {
		text: 'Bread',
		destinations: [{ account_id: 1 }, { account_id: 2, text: 'Rolls' }],
	};

	it.each<[boolean, IDataObject[]]>([
		[
			true,
			[
				{ account_id: 2, text: 'Rolls' },
				{ account_id: 1, text: 'Bread' },
			],
		],
		[false, [{ account_id: 2, text: 'Buns' }, { account_id: 1 }]],
		[false, [{ account_id: 1 }]],
		[false, [{ account_id: 1 }, { account_id: 3, text: 'Rolls' }]],
		[false, [{ account_id: 1 }, { account_id: 2, text: 'Rolls' }, { account_id: 3 }]],
	])('may have the content: %s, with the destinations %j', (expected, destinations) => {
		expect(mayHaveContent({ text: 'Bread', destinations }, wanted)).toBe(expected);
	});

	it('may have the text of any account if it does not name its accounts', () => {
		const unnamed = [{ account_id: 1 }, { status: 'failed' }];
		expect(mayHaveContent({ text: 'Bread', destinations: unnamed }, wanted)).toBe(true);
		expect(mayHaveContent({ text: 'Rolls' }, wanted)).toBe(true);
		expect(mayHaveContent({ text: 'Buns' }, wanted)).toBe(false);
	});

	it('states its content only if it has a text for each account', () => {
		expect(statesContent({ destinations: wanted.destinations })).toBe(false);
		expect(statesContent(wanted)).toBe(true);
		expect(statesContent({ text: 'Bread', destinations: [] })).toBe(false);
		expect(statesContent({ text: 'Bread', destinations: [{ account_id: 1 }, {}] })).toBe(false);
	});
});
