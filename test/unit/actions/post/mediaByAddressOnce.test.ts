import type { INodeParameters } from 'n8n-workflow';

import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import type { ScriptedServer } from '../../support/scriptedServer';

/** How often a picture is downloaded and uploaded when n8n runs an item several times. */

const harness = useNodeHarness();
const host = usePictureHost();

const twice = { retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } };

let file: Buffer;
let pictures: ScriptedServer;
beforeEach(async () => {
	file = await jpeg(320);
	pictures = await host.open(() => ({ body: file }));
});

const bread = (parameters: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	mediaSource: 'address',
	mediaUrls: `${pictures.origin}/latest.jpg`,
	...parameters,
});
const create = async (parameters: INodeParameters = {}, options = {}) =>
	await harness.run('post', 'create', bread(parameters), options);
const byContent = { idempotency: 'content' };
const byKey = { idempotency: 'custom', idempotencyKey: 'bread-1' };

const downloads = () => pictures.requests.length;
const uploads = () => harness.journal('begin_media_upload').length;
const posts = () => harness.service.state.posts.size;
const widths = () => [...harness.service.state.media.values()].map(({ width }) => width);

const fails = (operation: string, when: 'before' | 'after', times = 5) =>
	harness.service.faults.add({ operation, times, action: { kind: 'drop', when } });

it('nothing is downloaded before its item is processed', async () => {
	const input = [{ json: { text: 'One' } }, { json: { text: '' } }];
	const { error } = await create(
		{ text: '={{ $json.text }}', mediaSource: '={{ $json.text ? "address" : "none" }}' },
		{ input },
	);
	expect(error?.message).toMatch(/^There is no text and no media/);
	expect(downloads()).toBe(0);
});

describe.each([
	['execution', {}],
	['content', byContent],
	['key', byKey],
])('once per %s', (_mode, mode) => {
	it.each([
		['create_post', 'before'],
		['create_post', 'after'],
		['get_media', 'before'],
		['complete_media_upload', 'after'],
	] as const)(
		'Retry On Fail after a failed %s (%s the effect) uploads once',
		async (operation, when) => {
			fails(operation, when);
			const { error } = await create(mode, twice);
			expect(error).toBeUndefined();
			expect([uploads(), posts()]).toEqual([1, 1]);
			expect(downloads()).toBeLessThanOrEqual(2);
			expect(widths()).toEqual([320]);
		},
	);

	it('a Retry of the execution uploads and downloads once', async () => {
		fails('create_post', 'after');
		const failed = await create(mode);
		expect(failed.error).toBeDefined();
		const { error } = await create(mode, { retryOf: failed });
		expect(error).toBeUndefined();
		expect([downloads(), uploads(), posts()]).toEqual([1, 1, 1]);
	});

	it('the picture of an item that is done is not downloaded again when a later item fails', async () => {
		const input = ['bread', 'cake'].map((name) => ({ json: { name } }));
		const parameters = {
			text: '={{ $json.name }}',
			mediaSource: "={{ $json.name === 'bread' ? 'address' : 'none' }}",
			...mode,
			...('idempotencyKey' in mode && { idempotencyKey: '={{ $json.name }}' }),
		};
		harness.service.faults.add({
			operation: 'create_post',
			nth: 2,
			times: 2,
			action: { kind: 'status', when: 'before', status: 403 },
		});
		const failed = await create(parameters, { input, ...twice });
		expect(failed.error).toBeDefined();
		const { error } = await create(parameters, { input, retryOf: failed });
		expect(error).toBeUndefined();
		expect([downloads(), uploads(), posts()]).toEqual([1, 1, 2]);
	});
});

describe('another execution', () => {
	it('posts the picture that its address has by then', async () => {
		await create();
		file = await jpeg(330);
		await create();
		expect([uploads(), posts()]).toEqual([2, 2]);
		expect(widths()).toEqual([320, 330]);
	});

	it('with the same content does not post again', async () => {
		const first = await create(byContent);
		const second = await create(byContent);
		expect(second.error).toBeUndefined();
		expect(second.items[0]?.json.id).toBe(first.items[0]?.json.id);
		expect([downloads(), uploads(), posts()]).toEqual([1, 1, 1]);
	});

	it('with the same key does not post again', async () => {
		await create(byKey);
		const { error } = await create(byKey);
		expect(error).toBeUndefined();
		expect([downloads(), uploads(), posts()]).toEqual([1, 1, 1]);
	});

	it('with another text posts the picture that its address has by then', async () => {
		await create({ ...byContent, text: 'Monday' });
		file = await jpeg(330);
		await create({ ...byContent, text: 'Tuesday' });
		expect(posts()).toBe(2);
		expect(widths()).toEqual([320, 330]);
	});
});

it('an interrupted upload is not continued with parts of another file of the same size', async () => {
	await harness.close();
	await harness.open({ partSizeBytes: 2_000 });
	file = mp4('avc1', 5_000);
	harness.service.faults.add({
		operation: 'upload_media_part',
		nth: 2,
		times: 5,
		action: { kind: 'drop', when: 'before' },
	});
	const failed = await create();
	expect(failed.error?.message).toMatch(/^Could not upload /);

	file = Buffer.from(file).fill(2, file.length - 5_000);
	const { error } = await create({}, { retryOf: failed });
	expect(error).toBeUndefined();
	const [completion] = harness.journal('complete_media_upload');
	const id = decodeURIComponent(completion?.path.split('/').at(-2) ?? '');
	expect(harness.service.mediaBytes(id)).toEqual(file);
});

it('forty items with a picture each take no unnecessary request', async () => {
	const input = Array.from({ length: 40 }, (_, index) => ({
		json: { url: `${pictures.origin}/${index}.jpg` },
	}));
	const { error } = await create({ mediaUrls: '={{ $json.url }}' }, { input });
	expect(error).toBeUndefined();
	expect(downloads()).toBe(40);
	const counts = new Map<string, number>();
	for (const name of harness.requests()) counts.set(name, (counts.get(name) ?? 0) + 1);
	expect(Object.fromEntries(counts)).toEqual({
		list_accounts: 1,
		get_capabilities: 1,
		begin_media_upload: 40,
		upload_media_part: 40,
		complete_media_upload: 40,
		// Readiness is confirmed before the media is used.
		get_media: 40,
		create_post: 40,
	});
});
