import {
	useScriptedService,
	type Answers,
	type Received,
	type Reply,
} from '../support/scriptedService';
import { byId } from '../support/nodeHarness';

const service = useScriptedService();

const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };
const postId = byId('7');
const GET_POST = 'GET /workspaces/1/posts/7';
const PUBLISH = 'POST /workspaces/1/posts/7/publish';

describe('a refusal after a lost response', () => {
	const answers = (status: number): Answers => ({
		[GET_POST]: ({ nth }) => ({ headers: { ETag: `"${nth}"` }, data: draft }),
		[PUBLISH]: ({ nth }) => {
			if (nth === 1) return undefined;
			if (nth === 2) return { status, headers: { 'Retry-After': '900' }, error: { code: 'c' } };
			return { status: 202, data: { status: 'publishing' } };
		},
	});

	it.each([401, 403, 404, 429])('%s leaves open whether the post was published', async (status) => {
		await service.open(answers(status));
		const { error } = await service.run('post:publish', { postId, waitForOutcome: false });
		expect(error?.httpCode).toBe(String(status));
		expect(error?.description).toContain('The attempt to publish the post may have succeeded.');
	});

	it('leaves it open, too, if the post cannot be read', async () => {
		await service.open({
			[GET_POST]: ({ nth }) =>
				nth === 1 ? { headers: { ETag: '"1"' }, data: draft } : { status: 503, error: {} },
			[PUBLISH]: ({ nth }) => (nth === 1 ? undefined : { status: 412, error: { code: 'c' } }),
		});
		const { error } = await service.run('post:publish', { postId, waitForOutcome: false });
		expect(error?.httpCode).toBe('412');
		expect(error?.description).toContain('The attempt to publish the post may have succeeded.');
	});

	it('is followed by the same request when n8n retries the node', async () => {
		await service.open(answers(429));
		const { error } = await service.run(
			'post:publish',
			{ postId, waitForOutcome: false },
			{ retryOnFail },
		);
		expect(error).toBeUndefined();
		const requests = service
			.sent(PUBLISH)
			.map(({ headers, body }) => [headers['if-match'], headers['idempotency-key'], String(body)]);
		expect(requests).toHaveLength(3);
		expect(new Set(requests.map(String)).size).toBe(1);
	});
});

it("n8n's next attempt repeats a request that was still running", async () => {
	const running = { code: 'conflict', message: 'The original request is still running.' };
	await service.open({
		[GET_POST]: ({ nth }) => ({ headers: { ETag: `"${nth}"` }, data: draft }),
		[PUBLISH]: ({ nth }) => (nth <= 6 ? { status: 409, error: running } : { status: 202 }),
	});
	const { error } = await service.run(
		'post:publish',
		{ postId, waitForOutcome: false },
		{ retryOnFail },
	);
	expect(error).toBeUndefined();
	expect(new Set(service.sent(PUBLISH).map(({ headers }) => headers['if-match'])).size).toBe(1);
});

it('a successful change is not a conflict when n8n retries the node because of another item', async () => {
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
	await service.open({
		'PATCH /workspaces/1/posts/7': change,
		'PATCH /workspaces/1/posts/8': change,
		[GET_POST]: read,
	});
	const { items, error } = await service.run(
		'post:update',
		{
			postId: byId('={{ $json.id }}'),
			options: { onlyIfUnchangedSince: '"1"' },
			updateFields: { text: 'Warm bread' },
		},
		{ input: [{ json: { id: '7' } }, { json: { id: '8' } }], retryOnFail },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.text)).toEqual(['Warm bread', 'Warm bread']);
	expect(service.sent('PATCH /workspaces/1/posts/7')).toHaveLength(1);
});

it('a schedule whose response was lost counts if the post has no time', async () => {
	await service.open({
		[GET_POST]: ({ nth }) => ({
			headers: { ETag: `"${nth}"` },
			data: { ...draft, status: nth === 1 ? 'draft' : 'scheduled' },
		}),
		'POST /workspaces/1/posts/7/schedule': ({ nth }) =>
			nth === 1 ? undefined : { status: 412, error: { code: 'c' } },
	});
	const scheduledAt = '2099-01-01T00:00:00Z';
	const { items, error } = await service.run('post:schedule', { postId, scheduledAt });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ status: 'scheduled', etag: '"2"' });
});

it('a deleted record is not an error when n8n retries the node because of another item', async () => {
	await service.open({
		'DELETE /workspaces/1/posts/7': ({ nth }) => ({ status: nth === 1 ? 204 : 404 }),
		'DELETE /workspaces/1/posts/8': ({ nth }) => ({ status: nth === 1 ? 403 : 204 }),
	});
	const { items, error } = await service.run(
		'post:delete',
		{ postId: byId('={{ $json.id }}') },
		{ input: [{ json: { id: '7' } }, { json: { id: '8' } }], retryOnFail },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([
		{ deleted: true, id: '7' },
		{ deleted: true, id: '8' },
	]);
});

it('a cancellation whose response was lost counts if the retry is refused', async () => {
	await service.open({
		[GET_POST]: () => ({ headers: { ETag: '"2"' }, data: draft }),
		'POST /workspaces/1/posts/7/cancel': ({ nth }) =>
			nth === 1 ? undefined : { status: 409, error: { code: 'not_scheduled' } },
	});
	const { items, error } = await service.run('post:cancel', { postId });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ status: 'draft', etag: '"2"' });
});

it('a file is requested again if even the error response breaks off', async () => {
	const FILE = 'GET /workspaces/1/media/5/file';
	await service.open({
		'GET /workspaces/1/media/5': () => ({ data: { id: '5', name: 'bread.jpg' } }),
		[FILE]: ({ nth }) =>
			nth === 1 ? { status: 503, error: { code: 'c' }, cutAfter: 10 } : { text: 'the file' },
	});
	const { items, error, binaryBytes } = await service.run('media:download', { mediaId: byId('5') });
	expect(error).toBeUndefined();
	expect(items[0] && String(await binaryBytes(items[0], 'data'))).toBe('the file');
	expect(service.sent(FILE)).toHaveLength(2);
});
