import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../support/nodeHarness';

const post = byId('post_1');
const scheduled = (scheduledAt: string, more: INodeParameters = {}): INodeParameters => ({
	postId: post,
	scheduledAt,
	...more,
});

const custom = (startDate: string, endDate = ''): INodeParameters => ({
	period: 'custom',
	startDate,
	endDate,
});

/** An operation, its parameters, and the expected error message. */
export type InvalidInputCase = [
	operation: string,
	parameters: INodeParameters,
	message: string | RegExp,
];

/** Other invalid input, by what is wrong with it. `SOON` means a time in 29 seconds. */
export const invalidInput: Record<string, InvalidInputCase> = {
	'a day that does not exist': [
		'post:schedule',
		scheduled('2031-02-30T10:00:00'),
		'"2031-02-30T10:00:00" is not a valid date and time',
	],
	'a date without a time': [
		'post:schedule',
		scheduled('2031-01-20'),
		`'Scheduled At' is "2031-01-20": that is a date without a time of day`,
	],
	'a date that may mean two days': [
		'post:reschedule',
		scheduled('03/04/2031 10:00'),
		'"03/04/2031 10:00" can be 3 April 2031 or 4 March 2031',
	],
	'an offset that is not that of its zone': [
		'post:schedule',
		scheduled('2031-01-20T10:00+05:00[Europe/Berlin]'),
		/contradicts itself: at that time, the offset in Europe\/Berlin is \+01:00$/,
	],
	'no date at all': ['post:schedule', scheduled('soon'), '"soon" is not a valid date and time'],
	'an hour that the clocks skip': [
		'post:schedule',
		scheduled('2031-03-30T02:30:00'),
		'2031-03-30T02:30:00 does not exist in Europe/Berlin: the clocks skip that time',
	],
	'a time in 29 seconds': ['post:schedule', scheduled('SOON'), /is not at least 30 seconds ahead/],
	'a time in the past': [
		'post:reschedule',
		scheduled('2020-01-01T00:00:00Z'),
		/is not at least 30 seconds ahead/,
	],
	'a schedule after creation in the past': [
		'post:create',
		{
			text: 'Bread',
			accountIds: ['acc_1'],
			afterCreate: 'schedule',
			scheduledAt: '2020-01-01T00:00:00Z',
		},
		/is not at least 30 seconds ahead/,
	],
	'an unknown time zone': [
		'post:schedule',
		scheduled('2031-01-01T00:00:00Z', { timezone: 'Europe/Atlantis' }),
		'There is no timezone "Europe/Atlantis"',
	],
	'an offset as a time zone': [
		'post:schedule',
		scheduled('2031-01-01T00:00:00Z', { timezone: '+01:00' }),
		'There is no timezone "+01:00"',
	],
	'an abbreviation instead of a time zone': [
		'post:schedule',
		scheduled('2031-01-01T00:00:00Z', { timezone: 'BST' }),
		'There is no timezone "BST"',
	],
	'an empty expected ETag': [
		'post:publish',
		{ postId: post, options: { onlyIfUnchangedSince: '' } },
		"'Expected Version' is empty",
	],
	'an expected ETag that an earlier step did not return': [
		'post:update',
		{
			postId: post,
			updateFields: { text: 'Bread' },
			options: { onlyIfUnchangedSince: '={{ $json.etag }}' },
		},
		"'Expected Version' is empty",
	],
	'an expected ETag that no header can carry': [
		'post:publish',
		{ postId: post, options: { onlyIfUnchangedSince: '"1"\n' } },
		"'Expected Version' contains a line break or a character that an etag cannot contain",
	],
	'an expected ETag that is not text': [
		'post:schedule',
		{
			...scheduled('2031-01-01T00:00:00Z'),
			options: { onlyIfUnchangedSince: '={{ ["1"] }}' },
		},
		"'Expected Version' must be text, not a list",
	],
	'an unknown wish for what follows': [
		'post:create',
		{
			text: 'Bread',
			accountIds: ['acc_1'],
			afterCreate: '={{ "published" }}',
			scheduledAt: '2031-01-01T00:00:00Z',
		},
		"'When to Publish' must be draft, publish or schedule",
	],
	'a key of one’s own that is empty': [
		'post:publish',
		{ postId: post, options: { idempotency: 'custom' } },
		"'Key' is empty although 'If This Runs Again' is 'Skip the Same Key for 24 Hours'",
	],
	'a key that no header can carry': [
		'post:cancel',
		{ postId: post, options: { idempotency: 'custom', idempotencyKey: 'Brötchen' } },
		"'Key' contains a character that a key cannot contain",
	],
	'a switch that is neither on nor off': [
		'post:publish',
		{ postId: post, waitForOutcome: '={{ "yes" }}' },
		"'Wait for Outcome' must be true or false",
	],
	'a timeout of nothing': [
		'post:waitForOutcome',
		{ postId: post, options: { timeout: 0 } },
		"'Timeout' must be a number of seconds greater than 0",
	],
	'an id that leads elsewhere': ['post:delete', { postId: byId('..') }, /cannot be an ID/],
	'an empty id': ['post:get', { postId: byId('={{ "" }}') }, "'Post' is empty"],
	'a range the wrong way round': [
		'statistics:getAccount',
		{ ...custom('2026-03-02', '2026-03-01'), accountId: byId('acc_1') },
		"'End Date' is before 'Start Date'",
	],
	'a range that begins in the future': [
		'statistics:getWorkspace',
		custom('2099-01-01'),
		"'Start Date' is in the future",
	],
	'a period that there is not': [
		'statistics:getWorkspace',
		{ period: 'yesterday' },
		"'Period' must be last7Days, last30Days or custom",
	],
	'a form that there is not': [
		'statistics:getPost',
		{ postId: byId('p'), return: 'table' },
		"'Return' must be summary, perDay, perDayWide or raw",
	],
	'a start that does not exist': [
		'statistics:getAccount',
		{ ...custom('2026-02-29'), accountId: byId('acc_1') },
		`'Start Date' "2026-02-29" is not a valid date`,
	],
	'a limit of nothing': [
		'post:getAll',
		{ limit: '={{ 0 }}' },
		"'Limit' must be a whole number of at least 1",
	],
	'a binary field that the item lacks': [
		'media:upload',
		{ binaryPropertyName: 'picture' },
		'The input item has no file in the binary field "picture"',
	],
	'a binary field given as an object': [
		'media:upload',
		{ binaryPropertyName: '={{ $binary.data }}' },
		"'Input Data Field Name' must be the name of a binary field, such as data, not an object",
	],
	'a webhook over HTTP': [
		'webhook:create',
		{ url: 'http://example.com/hook', events: ['post.published'] },
		"'URL' must start with https://",
	],
	'other fields that are no object': [
		'webhook:update',
		{ webhookId: byId('wh_1'), updateFields: { otherFields: '[]' } },
		"'Other Fields (JSON)' must be a JSON object, not a list",
	],
};
