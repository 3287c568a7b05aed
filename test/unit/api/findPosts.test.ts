import type { IDataObject } from 'n8n-workflow';

import { mayHaveContent, statesContent } from '../../../nodes/SocialPublishing/api/findPosts';

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
	])('that does not state its %s is not excluded by it', (_name, post) => {
		expect(mayHaveContent(post, content)).toBe(true);
		expect(statesContent(post)).toBe(false);
	});

	it('to other accounts has other content', () => {
		const post = { text: 'Bread', destinations: [{ account_id: '4' }] };
		expect(mayHaveContent(post, content)).toBe(false);
	});
});
