import { describeDetails } from '../../../nodes/SocialPublishing/transport/errorDetails';

it.each([
	[undefined, []],
	[{ text: 'is too long' }, ["'Text': is too long."]],
	[{ text: ['is odd', 'is long.'] }, ["'Text': is odd.", "'Text': is long."]],
	[[{ field: 'scheduled_at', message: 'is past' }], ["'Scheduled At': is past."]],
	[[{ field: 'destinations.0.account_id', message: 'no' }], ["'Post To' 1 → 'Account': no."]],
	[{ 'destinations[1].media_ids[0]': 'no' }, ["'Post To' 2 → 'Library Media' 1: no."]],
	[{ destinations: [{ account_id: 'no' }] }, ["'Post To' 1 → 'Account': no."]],
	[[{ loc: ['body', 'url'], msg: 'no' }], ["'URL': no."]],
	[
		[{ path: ['options', 'thread', 2], reason: 'no' }],
		["'Platform Options (JSON)' → 'Replies' 3: no."],
	],
	[[{ path: '/body/alt', detail: 'no' }], ["'Alt Text': no."]],
	['everything is odd', ['everything is odd.']],
	[
		['first', 'second'],
		['first.', 'second.'],
	],
	[{ message: 'just words' }, ['just words.']],
	[{ new_field: 'no' }, ['new_field: no.']],
	[JSON.parse('{"__proto__":"no","toString":"no"}'), ['__proto__: no.', 'toString: no.']],
	[{ text: { message: 'is long' } }, ["'Text': is long."]],
	[{ 'destinations[10].text': 'no' }, ["'Post To' 11 → 'Text': no."]],
	[{ text: { field2: 'no', '2nd': 'no' } }, ["'Text' → field2: no.", "'Text' → 2nd: no."]],
	[{ limit: 7, nothing: null }, []],
])('describeDetails turns %j into %j', (details, expected) => {
	expect(describeDetails(details)).toEqual(expected);
});
