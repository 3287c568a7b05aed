import type { IDataObject } from 'n8n-workflow';

import {
	lacksNames,
	simplifyPost,
	splitSimplePost,
} from '../../../nodes/SocialPublishing/api/simplePost';

const simple = (post: IDataObject) => simplifyPost(post, new Map(), undefined);

it.each<[IDataObject[], boolean]>([
	[[{ account_name: 'Bakery', platform: 'pagebook' }], false],
	[[{ account: { name: 'Bakery', platform: 'pagebook' } }], false],
	[[{ account_name: 'Bakery' }], true],
	[[{ platform: 'pagebook' }], true],
	[[{ account_name: 'Bakery', platform: 'pagebook' }, {}], true],
	[[], false],
])(
	'lacksNames reports whether destinations %j lack an account name or platform: %s',
	(destinations, expected) => {
		expect(lacksNames({ destinations })).toBe(expected);
	},
);

it.each<[IDataObject, string | null]>([
	[{ status: 'published', error: { message: 'Late' } }, 'Late'],
	[{ status: 'published', error_message: 'Late' }, 'Late'],
	[{ outcome: { status: 'published', error: 'Late' } }, 'Late'],
	[{ status: 'published', message: 'Delivered', outcome: { reason: 'Scheduled' } }, null],
])('the error of the delivery %j is %j', (destination, error) => {
	expect(simple({ destinations: [destination] }).accounts[0]?.error).toBe(error);
});

it('a failed account without a name is listed by its ID', () => {
	const { failed_accounts } = simple({ destinations: [{ account_id: 7, status: 'failed' }] });
	expect(failed_accounts).toEqual(['7']);
});

it('each account record contains the message of a completed wait', () => {
	const message = 'Published: 1, 2.';
	const publication = { settled: true, message };
	const post = { id: 'p', destinations: [{ id: 1 }, { id: 2 }], publication };
	expect(splitSimplePost(simple(post), post)).toMatchObject([{ message }, { message }]);
});
