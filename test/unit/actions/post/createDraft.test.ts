import type { INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../support/files';
import { byId, itemWithFile } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };
const ACCOUNTS = 'GET /workspaces/1/accounts';
const GET_POST = 'GET /workspaces/1/posts/7';
const PUBLISH = 'POST /workspaces/1/posts/7/publish';

describe('a post that should be published immediately', () => {
	const parameters: INodeParameters = {
		text: 'Bread',
		accountIds: ['3', '3'],
		afterCreate: 'publish',
		waitForOutcome: false,
	};
	const CREATE = 'POST /workspaces/1/posts';
	const VALIDATE = `${CREATE}/validate`;

	it('is not published without an ID, and the error states that the draft exists', async () => {
		await service.open({ [CREATE]: () => ({ status: 201 }) });
		const { error } = await service.run('post:create', parameters);
		expect(error?.message).toBe('The draft was created, but the service did not return its ID');
		expect(service.lines()).toEqual([ACCOUNTS, VALIDATE, CREATE]);
	});

	it('keeps its ID if publishing returns another record', async () => {
		await service.open({
			[CREATE]: () => ({ status: 201, headers: { ETag: '"1"' }, data: draft }),
			[PUBLISH]: () => ({ status: 202, data: { id: 'job_1', status: 'accepted' } }),
		});
		const { items } = await service.run('post:create', parameters);
		expect(items[0]?.json).toMatchObject({ id: 7, status: 'accepted' });
	});

	it('is read first if its ETag may belong only to the response', async () => {
		await service.open({
			[CREATE]: () => ({ status: 201, headers: { ETag: 'W/"1a-auto"' }, data: draft }),
			[GET_POST]: () => ({ headers: { ETag: 'W/"7"' }, data: draft }),
			[PUBLISH]: ({ headers }) => ({ status: headers['if-match'] === 'W/"7"' ? 202 : 412 }),
		});
		const { error } = await service.run('post:create', parameters);
		expect(error).toBeUndefined();
		expect(service.lines()).toEqual([ACCOUNTS, VALIDATE, CREATE, GET_POST, PUBLISH, GET_POST]);
	});

	it('is named by its ID in the error if it is refused', async () => {
		await service.open({
			[CREATE]: () => ({ status: 201, headers: { ETag: '"1"' }, data: draft }),
			[PUBLISH]: () => ({ status: 403, error: { code: 'no_access' } }),
		});
		const { error } = await service.run('post:create', parameters);
		expect(error?.description).toMatch(/^The draft has been created: its ID is 7\. /);
	});

	it('is sent once to an account that is named twice', async () => {
		await service.open({ [CREATE]: () => ({ status: 201, data: draft }) });
		await service.run('post:create', { ...parameters, afterCreate: 'draft' });
		const body = JSON.parse(String(service.sent(CREATE)[0]?.body));
		expect(body.destinations).toEqual([{ account_id: '3' }]);
	});
});

it.each(['["3", 4]', '={{ JSON.stringify(["3", "4"]) }}', '3, , 4,', '={{ [3, 4] }}'])(
	'accounts may be given as %s',
	async (accountIds) => {
		const CREATE = 'POST /workspaces/1/posts';
		await service.open({ [CREATE]: () => ({ status: 201, data: draft }) });
		await service.run('post:create', {
			text: 'Bread',
			accountIds,
			mediaSource: 'library',
			mediaIds: '["5"]',
		});
		const body = JSON.parse(String(service.sent(CREATE)[0]?.body));
		expect(body.destinations).toEqual([
			{ account_id: '3', media_ids: ['5'] },
			{ account_id: '4', media_ids: ['5'] },
		]);
	},
);

it('a destination whose media are null uses the shared media', async () => {
	const CREATE = 'POST /workspaces/1/posts';
	await service.open({ [CREATE]: () => ({ status: 201, data: draft }) });
	await service.run('post:create', {
		text: 'Bread',
		destinationInput: 'json',
		destinationsJson: '[{ "account_id": "3", "media_ids": null }]',
		mediaSource: 'library',
		mediaIds: '5',
	});
	const body = JSON.parse(String(service.sent(CREATE)[0]?.body));
	expect(body.destinations).toEqual([{ account_id: '3', media_ids: ['5'] }]);
});

describe('nothing is sent', () => {
	it('if a list looks like JSON but is not valid', async () => {
		await service.open({});
		const { error } = await service.run('post:create', { text: 'Bread', accountIds: '["3"' });
		expect(error?.message).toBe("'Accounts' is not valid JSON");
		expect(service.lines()).toEqual([]);
	});

	it('for the destinations if media should be added and the service lists no accounts', async () => {
		await service.open({ [GET_POST]: () => ({ headers: { ETag: '"1"' } }) });
		const { error } = await service.run('post:update', {
			postId: byId('7'),
			updateFields: { mediaIds: '5' },
		});
		expect(error?.description).toContain('Nothing was changed.');
		expect(service.lines()).toEqual([GET_POST]);
	});

	it('if the service does not accept the second file of a post', async () => {
		await service.open({
			'GET /workspaces/1/capabilities': () => ({ data: {} }),
		});
		const good = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
		const bad = await itemWithFile(Buffer.from('no picture'), 'bread.txt', 'text/plain');
		const binary = { ...good.binary, ...(bad.binary && { other: bad.binary.data }) };
		const { error } = await service.run(
			'post:create',
			{
				text: 'Bread',
				accountIds: ['3'],
				mediaSource: 'input',
				binaryPropertyNames: 'data, other',
			},
			{ input: [{ json: {}, binary }] },
		);
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.lines()).toEqual([ACCOUNTS, 'GET /workspaces/1/capabilities']);
	});

	it('if the file is not a picture', async () => {
		await service.open({});
		const input = [await itemWithFile(Buffer.from('no picture'), 'bread.txt', 'text/plain')];
		const { error } = await service.run('media:upload', {}, { input });
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.lines()).toEqual([]);
	});

	it.each(['Bearer token', 'to\nken', 'tokén…'])('with the token %j', async (apiToken) => {
		await service.open({});
		const baseUrl = 'http://127.0.0.1:9/api/v1';
		const { error } = await service.run(
			'identity:get',
			{},
			{ credentials: { socialPublishingApi: { baseUrl, apiToken } } },
		);
		expect(error?.message).toBe(
			"The 'API Token' of the credential contains a space or an invalid character",
		);
		expect(JSON.stringify(error)).not.toContain(apiToken);
	});
});
