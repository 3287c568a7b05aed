import type { INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../support/files';
import {
	useScriptedService,
	type Answers,
	type Received,
	type Reply,
	type ScriptedService,
} from '../../support/scriptedService';
import { itemWithFile } from '../../support/nodeHarness';

const service = useScriptedService();

describe('an upload', () => {
	const START = 'POST /workspaces/1/media/uploads';
	const part = ({ nth }: Received): Reply => ({ data: { etag: `"${nth}"` } });
	const upload = async (
		answers: Answers,
		more: INodeParameters = {},
		runOptions: Parameters<ScriptedService['run']>[2] = {},
	) => {
		await service.open({
			[START]: ({ nth }) => ({ status: 201, data: { media_id: nth, part_size: 5_000_000 } }),
			'PUT /workspaces/1/media/1/parts/1': part,
			'PUT /workspaces/1/media/2/parts/1': part,
			'POST /workspaces/1/media/1/complete': () => ({ status: 202, data: { state: 'processing' } }),
			'POST /workspaces/1/media/2/complete': () => ({ data: { state: 'ready' } }),
			...answers,
		});
		const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
		const options = { prepareImage: false, ...more };
		return await service.run('media:upload', { options }, { input, ...runOptions });
	};

	it('that is complete is not sent again when n8n retries the node', async () => {
		const { items, error } = await upload(
			{
				'GET /workspaces/1/media/2': () => ({ data: { status: 'ready' } }),
				'GET /workspaces/1/media/1': () => ({ data: { status: 'ready' } }),
				'PATCH /workspaces/1/media/1': ({ nth }) =>
					nth === 1 ? { status: 403, error: {} } : { data: { alt: 'Bread' } },
			},
			{ altText: 'Bread' },
			{ retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: '1', status: 'ready', alt: 'Bread' });
		expect(service.sent(START)).toHaveLength(1);
	});

	it('has its alt text in the output if the response to saving it is empty', async () => {
		const { items, error } = await upload(
			{
				'GET /workspaces/1/media/1': () => ({ data: { status: 'ready', alt: null } }),
				'PATCH /workspaces/1/media/1': () => ({ status: 204, text: '' }),
			},
			{ altText: 'Bread' },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: '1', status: 'ready', alt: 'Bread' });
	});

	it('becomes ready at a service that wraps its records', async () => {
		const media = { id: 1, state: 'ready' };
		const { items, error } = await upload(
			{
				'GET /workspaces/1/media/1': () => ({ data: { media } }),
				'PATCH /workspaces/1/media/1': () => ({ data: { media: { ...media, alt: 'Bread' } } }),
			},
			{ altText: 'Bread' },
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ ...media, alt: 'Bread' });
	});

	it('starts over when a part whose response was lost is not accepted again', async () => {
		const { items, error } = await upload({
			'PUT /workspaces/1/media/1/parts/1': ({ nth }) =>
				nth === 1 ? undefined : { status: 409, error: { code: 'part_exists' } },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: '2', state: 'ready' });
	});

	it.each([
		['part', 410, 'PUT /workspaces/1/media/1/parts/1'],
		['completion', 410, 'POST /workspaces/1/media/1/complete'],
		['part', 409, 'PUT /workspaces/1/media/1/parts/1'],
		['completion', 409, 'POST /workspaces/1/media/1/complete'],
	])('starts over when it has expired before its %s (%i)', async (_what, status, line) => {
		const { items, error } = await upload({
			[line]: () => ({ status, error: { code: 'upload_expired' } }),
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: '2', state: 'ready' });
	});

	it('fails when starting over does not help', async () => {
		const { error } = await upload({
			'PUT /workspaces/1/media/1/parts/1': ({ nth }) =>
				nth % 2 === 1 ? undefined : { status: 409, error: { code: 'part_exists' } },
			[START]: () => ({ status: 201, data: { id: 1 } }),
		});
		expect(error?.message).toBe(
			'Could not upload bread.jpg: the service does not accept a part of the file',
		);
		expect(error?.description).toContain('Nothing was uploaded. The upload may have expired.');
		expect(service.sent(START)).toHaveLength(3);
	});

	it('whose parts get no response was certainly not completed', async () => {
		const { error } = await upload({ 'PUT /workspaces/1/media/1/parts/1': () => undefined });
		expect(error?.description).toContain('Nothing was uploaded.');
		expect(error?.description).not.toContain('may have succeeded');
		expect(service.sent('POST /workspaces/1/media/1/complete')).toEqual([]);
	});

	it('whose start gets no response was certainly not completed', async () => {
		const { error } = await upload({ [START]: () => undefined });
		expect(error?.description).toContain('Nothing was uploaded.');
		expect(error?.description).not.toContain('may have succeeded');
	});

	it('whose completion gets no response may have succeeded', async () => {
		const { error } = await upload({ 'POST /workspaces/1/media/1/complete': () => undefined });
		expect(error?.description).toContain('The attempt to upload bread.jpg may have succeeded.');
		expect(error?.description).not.toContain('Nothing was uploaded.');
	});

	it('is returned as soon as it is complete, without reading it, if Wait Until Ready is off', async () => {
		const { items, error } = await upload({}, { waitUntilReady: false });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: '1', state: 'processing' });
		expect(service.sent('GET /workspaces/1/media/1')).toEqual([]);
	});

	it('that fails the checks of the service after it was accepted is an error with the reason', async () => {
		const { error } = await upload({});
		expect(error?.message).toBe('The service could not process the file');
		expect(error?.description).toContain('upload it again');
	});

	it('fails with the reason from the service', async () => {
		const { error } = await upload({
			'GET /workspaces/1/media/1': () => ({
				data: { id: 1, status: 'failed', error: { message: 'Too wide' } },
			}),
		});
		expect(error?.description).toBe(
			'The service says: "Too wide." Correct the file and upload it again.',
		);
	});

	it.each([400, 422])(
		'whose file the service refuses says to correct the file (%i)',
		async (status) => {
			const { error } = await upload({
				'POST /workspaces/1/media/1/complete': () => ({ status, error: { message: 'Too wide' } }),
			});
			expect(error?.message).toBe(
				'Could not upload bread.jpg: the service does not accept the file',
			);
			expect(error?.description).toContain('"Too wide." Correct the file and upload it again.');
			expect(service.sent(START)).toHaveLength(1);
		},
	);

	it('that is never ready is an error with its media ID', async () => {
		const { error } = await upload({
			'GET /workspaces/1/media/1': () => ({ data: { id: 1, status: 'processing' } }),
		});
		expect(error?.message).toBe('The uploaded file is still not ready');
		expect(error?.description).toContain('Its media ID is 1. Read it with Media → Get later');
	});

	it('is not completed if a part comes back without an ETag', async () => {
		const { error } = await upload({
			'PUT /workspaces/1/media/1/parts/1': () => ({ data: { number: 1 } }),
		});
		expect(error?.message).toBe('Could not upload bread.jpg: the service sent no ETag for part 1');
		expect(service.sent('POST /workspaces/1/media/1/complete')).toEqual([]);
	});

	it('is read by its own ID if completing it returns another one', async () => {
		const { items, error } = await upload({
			'POST /workspaces/1/media/1/complete': () => ({ status: 202, data: { id: 'job_1' } }),
			'GET /workspaces/1/media/1': () => ({ data: { id: 1, status: 'ready' } }),
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 1, status: 'ready' });
	});

	it('is ready as soon as one of its fields shows it', async () => {
		const { items } = await upload({
			'GET /workspaces/1/media/1': () => ({ data: { status: 'uploaded', readiness: 'ready' } }),
		});
		expect(items[0]?.json).toEqual({ id: '1', status: 'uploaded', readiness: 'ready' });
	});
});
