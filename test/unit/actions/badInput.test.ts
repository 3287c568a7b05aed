import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../support/files';
import { byId, itemWithFile, openStudio, type Studio } from '../support/studio';

let studio: Studio;

beforeAll(async () => {
	studio = await openStudio();
});
afterAll(async () => await studio.close());

const post = byId('post_1');
const perAccount = (destination: IDataObject): INodeParameters => ({
	text: 'Bread',
	destinationInput: 'perAccount',
	destinations: { destination: [{ accountId: 'acc_1', ...destination }] },
});
const json = (destinationsJson: string): INodeParameters => ({
	text: 'Bread',
	destinationInput: 'json',
	destinationsJson,
});
const soon = (seconds: number) =>
	new Date(studio.service.clock.now() + seconds * 1_000).toISOString();
const scheduled = (scheduledAt: string, options: INodeParameters = {}): INodeParameters => ({
	postId: post,
	scheduledAt,
	options,
});

type Refusal = [operation: string, parameters: INodeParameters, message: string | RegExp];

const refusals: Record<string, Refusal> = {
	'no text and no media': [
		'post:create',
		{ text: ' ', accountIds: ['acc_1'] },
		'There is no text and no media for the account acc_1',
	],
	'no text, and a destination that wants no media': [
		'post:create',
		{
			...json('[{ "account_id": "acc_1", "media_ids": [] }]'),
			text: '',
			mediaIds: 'media_1',
		},
		'There is no text and no media for the account acc_1',
	],
	'no destination': [
		'post:create',
		{ text: 'Bread', accountIds: [] },
		'The post has no destination',
	],
	'a destination without an account': [
		'post:create',
		perAccount({ accountId: '' }),
		'A destination has no account',
	],
	'six replies': [
		'post:create',
		perAccount({ thread: ['1', '2', '3', '4', '5', '6'] }),
		'A thread may have at most 5 replies after the first post; this one has 6',
	],
	'six replies in JSON': [
		'post:validate',
		json('[{ "account_id": "acc_1", "options": { "thread": ["1","2","3","4","5","6"] } }]'),
		'A thread may have at most 5 replies after the first post; this one has 6',
	],
	'options that are no object': [
		'post:create',
		perAccount({ options: '["thread"]' }),
		'Options (JSON) must be a JSON object, not a list',
	],
	'options that are no JSON': [
		'post:create',
		perAccount({ options: '{ thread: ' }),
		'Options (JSON) is not valid JSON',
	],
	'destinations that are no list': [
		'post:create',
		json('{ "account_id": "acc_1" }'),
		'Destinations (JSON) must be a list of objects, not an object',
	],
	'a destination that is no object': [
		'post:create',
		json('["acc_1"]'),
		'Destinations (JSON) must be a list of objects, but one entry is a string',
	],
	'a text that is an object': [
		'post:create',
		{ text: '={{ { a: 1 } }}', accountIds: ['acc_1'] },
		'Text must be text, not an object',
	],
	'nothing to change': [
		'post:update',
		{ postId: post, updateFields: {} },
		'There is nothing to change',
	],
	'destinations in two ways': [
		'post:update',
		{ postId: post, updateFields: { accountIds: ['acc_1'], destinationsJson: '[]' } },
		'Destinations are given in more than one way',
	],
	'a day that does not exist': [
		'post:schedule',
		scheduled('2031-02-30T10:00:00'),
		'"2031-02-30T10:00:00" is not a date and time that exists',
	],
	'no date at all': [
		'post:schedule',
		scheduled('soon'),
		'"soon" is not a date and time that exists',
	],
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
		'There is no time zone "Europe/Atlantis"',
	],
	'an offset as a time zone': [
		'post:schedule',
		scheduled('2031-01-01T00:00:00Z', { timezone: '+01:00' }),
		'There is no time zone "+01:00"',
	],
	'an empty expected ETag': [
		'post:publish',
		{ postId: post, revision: 'expected', etag: '={{ "" }}' },
		'ETag is empty although Revision is Expected',
	],
	'a key of one’s own that is empty': [
		'post:publish',
		{ postId: post, options: { idempotency: 'custom' } },
		'Idempotency Key is empty although Idempotency is Own Key',
	],
	'a key that no header can carry': [
		'post:cancel',
		{ postId: post, options: { idempotency: 'custom', idempotencyKey: 'Brötchen' } },
		'Idempotency Key may only hold letters, digits and signs of plain ASCII',
	],
	'a timeout of nothing': [
		'post:waitForOutcome',
		{ postId: post, options: { timeout: 0 } },
		'Timeout must be a number of seconds above 0',
	],
	'an id that leads elsewhere': ['post:delete', { postId: byId('..') }, /cannot be an ID/],
	'an empty id': ['post:get', { postId: byId('={{ "" }}') }, 'Post is empty'],
	'a range the wrong way round': [
		'statistics:getAccount',
		{ accountId: byId('acc_1'), startDate: '2026-03-02', endDate: '2026-03-01' },
		'The End Date is before the Start Date',
	],
	'a range that begins in the future': [
		'statistics:getWorkspace',
		{ startDate: '2099-01-01' },
		'The Start Date is in the future',
	],
	'a start that does not exist': [
		'statistics:getAccount',
		{ accountId: byId('acc_1'), startDate: '2026-02-29' },
		'Start Date "2026-02-29" is not a date that exists',
	],
	'a limit of nothing': [
		'post:getAll',
		{ limit: '={{ 0 }}' },
		'Limit must be a whole number of at least 1',
	],
	'a binary field that the item lacks': [
		'media:upload',
		{ binaryPropertyName: 'picture' },
		'The input item has no file in the binary field "picture"',
	],
	'a binary field given as an object': [
		'media:upload',
		{ binaryPropertyName: '={{ $binary.data }}' },
		'Input Binary Field must be the name of a binary field, such as data, not an object',
	],
	'a missing file for a post': [
		'post:create',
		{ text: 'Bread', accountIds: ['acc_1'], binaryPropertyNames: 'data, picture' },
		'The input item has no file in the binary field "picture"',
	],
	'a webhook over HTTP': [
		'webhook:create',
		{ url: 'http://example.com/hook', events: ['post.published'] },
		'URL must start with https://',
	],
	'other fields that are no object': [
		'webhook:update',
		{ webhookId: byId('wh_1'), updateFields: { otherFields: '[]' } },
		'Other Fields (JSON) must be a JSON object, not a list',
	],
};

it.each(Object.entries(refusals))(
	'%s is refused before anything is sent',
	async (_name, refusal) => {
		const [name, parameters, message] = refusal;
		const [resource = '', operation = ''] = name.split(':');
		if (parameters.scheduledAt === 'SOON') parameters.scheduledAt = soon(29);
		studio.requests();

		const { error } = await studio.run(resource, operation, parameters, {
			input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')],
			timezone: 'Europe/Berlin',
		});

		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/\.$/);
		expect(studio.requests()).toEqual([]);
	},
);

it('a missing file is named together with those that are there', async () => {
	const { error } = await studio.run(
		'media',
		'upload',
		{ binaryPropertyName: 'picture' },
		{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
	);
	expect(error?.description).toBe('It has files in: data. Nothing was sent.');
});

it('a video of 10,000,000 bytes is not sent', async () => {
	studio.requests();
	const bytes = Buffer.alloc(10_000_000);
	bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
	const { error } = await studio.run(
		'media',
		'upload',
		{},
		{ input: [await itemWithFile(bytes, 'film.mp4', 'video/mp4')] },
	);
	expect(error?.message).toMatch(/"film\.mp4" cannot be uploaded: it has 10\.0 MB/);
	expect(studio.requests()).toEqual([]);
});
