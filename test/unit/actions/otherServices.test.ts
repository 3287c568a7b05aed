import type { INodeParameters } from 'n8n-workflow';

import { jpeg } from '../support/files';
import {
	openOtherService,
	type OtherService,
	type Received,
	type Reply,
} from '../support/otherService';
import { byId, itemWithFile } from '../support/studio';

let service: OtherService;

afterEach(async () => await service.close());

const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };
const postId = byId('7');
const GET_POST = 'GET /workspaces/1/posts/7';
const PUBLISH = 'POST /workspaces/1/posts/7/publish';

type Answers = Record<string, (request: Received) => Reply | undefined>;

async function open(answers: Answers) {
	service = await openOtherService((request) => {
		const answer = answers[request.line];
		return answer === undefined ? { status: 404, error: { code: 'no_route' } } : answer(request);
	});
	return service;
}

const sent = (line: string) => service.requests.filter((request) => request.line === line);

describe('a refusal after an answer that got lost', () => {
	const answers = (status: number): Answers => ({
		[GET_POST]: ({ nth }) => ({ headers: { ETag: `"${nth}"` }, data: draft }),
		[PUBLISH]: ({ nth }) => {
			if (nth === 1) return undefined;
			if (nth === 2) return { status, headers: { 'Retry-After': '900' }, error: { code: 'c' } };
			return { status: 202, data: { status: 'publishing' } };
		},
	});

	it.each([401, 403, 404, 429])('%s leaves open whether the post went out', async (status) => {
		await open(answers(status));
		const { error } = await service.run('post:publish', { postId });
		expect(error?.httpCode).toBe(String(status));
		expect(error?.description).toContain('It is not known whether this took effect');
	});

	it('is followed by the same request when n8n tries the node again', async () => {
		await open(answers(429));
		const { error } = await service.run('post:publish', { postId }, { retryOnFail });
		expect(error).toBeUndefined();
		const requests = sent(PUBLISH).map(({ headers, body }) => [
			headers['if-match'],
			headers['idempotency-key'],
			String(body),
		]);
		expect(requests).toHaveLength(3);
		expect(new Set(requests.map(String)).size).toBe(1);
	});
});

it('the original still running when the node gives up is asked for again by n8n’s next try', async () => {
	const running = { code: 'conflict', message: 'The original request is still running.' };
	await open({
		[GET_POST]: ({ nth }) => ({ headers: { ETag: `"${nth}"` }, data: draft }),
		[PUBLISH]: ({ nth }) => (nth <= 6 ? { status: 409, error: running } : { status: 202 }),
	});
	const { error } = await service.run('post:publish', { postId }, { retryOnFail });
	expect(error).toBeUndefined();
	expect(new Set(sent(PUBLISH).map(({ headers }) => headers['if-match'])).size).toBe(1);
});

it('a change that worked is no conflict when n8n tries the node again for another item', async () => {
	const texts = new Map<string, string>();
	const change = ({ nth, headers, body, line }: Received): Reply => {
		if (line.endsWith('/8') && nth === 1) return { status: 422, error: { code: 'c' } };
		if (texts.has(line) || headers['if-match'] !== '"1"') return { status: 412, error: {} };
		texts.set(line, JSON.parse(String(body)).text);
		return { headers: { ETag: '"2"' }, data: { text: texts.get(line) } };
	};
	const read = ({ line }: Received): Reply => ({
		headers: { ETag: '"2"' },
		data: { text: texts.get(line.replace('GET', 'PATCH')) },
	});
	await open({
		'PATCH /workspaces/1/posts/7': change,
		'PATCH /workspaces/1/posts/8': change,
		[GET_POST]: read,
	});
	const { items, error } = await service.run(
		'post:update',
		{
			postId: byId('={{ $json.id }}'),
			revision: 'expected',
			etag: '"1"',
			updateFields: { text: 'Warm bread' },
		},
		{ input: [{ json: { id: '7' } }, { json: { id: '8' } }], retryOnFail },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.text)).toEqual(['Warm bread', 'Warm bread']);
	expect(sent('PATCH /workspaces/1/posts/7')).toHaveLength(2);
});

it('a retried delivery with a number for an ID is followed to its new outcome', async () => {
	const failed = { id: 9, account_id: 3, status: 'failed' };
	await open({
		'POST /workspaces/1/destinations/9/retry': () => ({ status: 202, data: { post_id: 7 } }),
		[GET_POST]: ({ nth }) => ({
			data: { id: 7, destinations: [{ ...failed, status: nth < 3 ? 'failed' : 'published' }] },
		}),
	});
	const options = { waitForOutcome: true };
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9', options });
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ status: 'published', published: ['3'] });
});

describe('a post that is to be published at once', () => {
	const parameters: INodeParameters = {
		text: 'Bread',
		accountIds: ['3', '3'],
		afterCreate: 'publish',
	};
	const CREATE = 'POST /workspaces/1/posts';

	it('without an ID is not, and the user hears that it is there', async () => {
		await open({ [CREATE]: () => ({ status: 201 }) });
		const { error } = await service.run('post:create', parameters);
		expect(error?.message).toBe('The draft was created, but the service did not tell its ID');
		expect(service.lines()).toEqual([CREATE]);
	});

	it('keeps its ID where publishing has a record of its own', async () => {
		await open({
			[CREATE]: () => ({ status: 201, headers: { ETag: '"1"' }, data: draft }),
			[PUBLISH]: () => ({ status: 202, data: { id: 'job_1', status: 'accepted' } }),
		});
		const { items } = await service.run('post:create', parameters);
		expect(items[0]?.json).toMatchObject({ id: 7, status: 'accepted' });
	});

	it('and is refused is named by its ID', async () => {
		await open({
			[CREATE]: () => ({ status: 201, headers: { ETag: '"1"' }, data: draft }),
			[PUBLISH]: () => ({ status: 403, error: { code: 'no_access' } }),
		});
		const { error } = await service.run('post:create', parameters);
		expect(error?.description).toMatch(/\. The draft has been created: its ID is 7\.$/);
	});

	it('reaches an account that is named twice once', async () => {
		await open({ [CREATE]: () => ({ status: 201, data: draft }) });
		await service.run('post:create', { ...parameters, afterCreate: 'draft' });
		const body = JSON.parse(String(sent(CREATE)[0]?.body));
		expect(body.destinations).toEqual([{ account_id: '3' }]);
	});
});

it('pages may be marked with numbers', async () => {
	await open({
		'GET /workspaces/1/brands': ({ query }) => ({
			data: query.has('cursor')
				? { items: [{ id: 2 }], next_cursor: null }
				: { items: [{ id: 1 }], next_cursor: 1 },
		}),
	});
	const { items } = await service.run('brand:getAll', { returnAll: true });
	expect(items.map(({ json }) => json.id)).toEqual([1, 2]);
});

describe('an upload', () => {
	const START = 'POST /workspaces/1/media/uploads';
	const part = ({ nth }: Received): Reply => ({ data: { etag: `"${nth}"` } });
	const upload = async (answers: Answers) => {
		await open({
			[START]: ({ nth }) => ({ status: 201, data: { media_id: nth, part_size: 5_000_000 } }),
			'PUT /workspaces/1/media/1/parts/1': part,
			'PUT /workspaces/1/media/2/parts/1': part,
			'POST /workspaces/1/media/1/complete': () => ({ status: 202, data: { state: 'processing' } }),
			'POST /workspaces/1/media/2/complete': () => ({ data: { state: 'ready' } }),
			...answers,
		});
		const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
		const options = { prepareImage: false };
		return await service.run('media:upload', { options }, { input });
	};

	it('begins anew when a part whose answer got lost is not taken again', async () => {
		const { items, error } = await upload({
			'PUT /workspaces/1/media/1/parts/1': ({ nth }) =>
				nth === 1 ? undefined : { status: 409, error: { code: 'part_exists' } },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: '2', state: 'ready' });
	});

	it('ends when that goes on', async () => {
		const { error } = await upload({
			'PUT /workspaces/1/media/1/parts/1': ({ nth }) =>
				nth % 2 === 1 ? undefined : { status: 409, error: { code: 'part_exists' } },
			[START]: () => ({ status: 201, data: { id: 1 } }),
		});
		expect(error?.message).toMatch(/^Could not upload bread\.jpg: /);
		expect(sent(START)).toHaveLength(3);
	});

	it('that fails its checks after it was accepted is told in plain words', async () => {
		const { error } = await upload({});
		expect(error?.message).toBe('The service could not process the file');
		expect(error?.description).toContain('upload it again');
	});

	it('is failed with the reason that the service gives', async () => {
		const { error } = await upload({
			'GET /workspaces/1/media/1': () => ({
				data: { id: 1, status: 'failed', error: { message: 'Too wide' } },
			}),
		});
		expect(error?.description).toBe(
			'The service says: Too wide. It was not attached to a post. Correct the file and upload it again.',
		);
	});

	it('is ready when one of its fields says so', async () => {
		const { items } = await upload({
			'GET /workspaces/1/media/1': () => ({ data: { status: 'uploaded', readiness: 'ready' } }),
		});
		expect(items[0]?.json).toEqual({ id: '1', status: 'uploaded', readiness: 'ready' });
	});
});

it('a file is asked for again when even the refusal breaks off', async () => {
	const FILE = 'GET /workspaces/1/media/5/file';
	await open({
		'GET /workspaces/1/media/5': () => ({ data: { id: '5', name: 'bread.jpg' } }),
		[FILE]: ({ nth }) =>
			nth === 1 ? { status: 503, error: { code: 'c' }, cutAfter: 10 } : { text: 'the file' },
	});
	const { items, error, binaryBytes } = await service.run('media:download', { mediaId: byId('5') });
	expect(error).toBeUndefined();
	expect(items[0] && String(await binaryBytes(items[0], 'data'))).toBe('the file');
	expect(sent(FILE)).toHaveLength(2);
});

describe('nothing is sent', () => {
	it('when the second file of a post is none that the service takes', async () => {
		await open({
			'GET /workspaces/1/capabilities': () => ({ data: {} }),
		});
		const good = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
		const bad = await itemWithFile(Buffer.from('no picture'), 'bread.txt', 'text/plain');
		const binary = { ...good.binary, ...(bad.binary && { other: bad.binary.data }) };
		const { error } = await service.run(
			'post:create',
			{ text: 'Bread', accountIds: ['3'], binaryPropertyNames: 'data, other' },
			{ input: [{ json: {}, binary }] },
		);
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.lines()).toEqual(['GET /workspaces/1/capabilities']);
	});

	it('when the file is no picture at all', async () => {
		await open({});
		const input = [await itemWithFile(Buffer.from('no picture'), 'bread.txt', 'text/plain')];
		const { error } = await service.run('media:upload', {}, { input });
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.lines()).toEqual([]);
	});

	it.each(['Bearer token', 'to\nken', 'tokén…'])('with the token %j', async (apiToken) => {
		await open({});
		const baseUrl = 'http://127.0.0.1:9/api/v1';
		const { error } = await service.run(
			'identity:get',
			{},
			{ credentials: { socialPublishingApi: { baseUrl, apiToken } } },
		);
		expect(error?.message).toBe(
			'The API Token of the credential holds a blank or a sign that no token has',
		);
		expect(JSON.stringify(error)).not.toContain(apiToken);
	});
});
