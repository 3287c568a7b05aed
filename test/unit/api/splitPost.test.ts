import type { IDataObject } from 'n8n-workflow';

import {
	simplifyPost,
	splitPost,
	splitSimplePost,
} from '../../../nodes/SocialPublishing/api/simplePost';

const noAccounts = new Map();
const simple = (post: IDataObject) => simplifyPost(post, noAccounts);

const LINK = 'https://platform.example/1';

describe('a post split into one record per account', () => {
	const post = {
		id: 'p',
		status: 'partial',
		text: 'Bread',
		etag: '"1"',
		destinations: [
			{ id: 'd1', account_id: 'a', status: 'published', url: LINK, text: 'Own' },
			{ id: 'd2', account_id: 'b', status: 'failed', error: 'Gone' },
		],
	};

	it('has the fields of the post, and those of the account', () => {
		const shared = {
			id: 'p',
			message: 'Published: a. Not published: b.',
			post_status: 'partial',
			media_ids: [],
			thread_urls: [],
			scheduled_at: null,
			name: null,
			platform: null,
		};
		expect(splitSimplePost(simple(post), post)).toEqual([
			{
				...shared,
				text: 'Own',
				account_id: 'a',
				status: 'published',
				url: LINK,
				error: null,
				destination_id: 'd1',
				etag: '"1"',
			},
			{
				...shared,
				text: 'Bread',
				account_id: 'b',
				status: 'failed',
				url: null,
				error: 'Gone',
				destination_id: 'd2',
				etag: '"1"',
			},
		]);
		expect(splitPost(post).map(({ destinations }) => destinations)).toEqual(
			post.destinations.map((each) => [each]),
		);
	});

	it('is one record if the post has no account', () => {
		const bare = { id: 'p', text: 'Bread' };
		expect(splitSimplePost(simple(bare), bare)).toMatchObject([{ id: 'p', account_id: null }]);
		expect(splitPost(bare)).toEqual([bare]);
	});
});
