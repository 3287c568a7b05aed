import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../engine';
import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { bread, HOUR_MS } from '../createRecords';

/** The key of a creation is forgotten when its execution is retried, so its post is looked for by its content. */

const harness = useNodeHarness();

const inHours = (hours: number) =>
	harness.service.clock.iso(harness.service.clock.now() + hours * HOUR_MS);
const post = async (times: string[], retryOf?: NodeRun) =>
	await harness.run(
		'post',
		'create',
		{
			text: 'Good morning',
			accountIds: [bread(harness)],
			afterCreate: 'schedule',
			scheduledAt: '={{ $json.at }}',
		},
		{ input: times.map((at) => ({ json: { at } })), ...(retryOf && { retryOf }) },
	);
const lose = (nth: number) =>
	harness.service.faults.add({
		operation: 'create_post',
		nth,
		times: 5,
		action: { kind: 'drop', when: 'before' },
	});
const scheduled = () =>
	[...harness.service.state.posts.values()].map(({ schedule }) => schedule?.atMs).sort();

it('an item with the same text as another one of the execution does not take its post', async () => {
	const times = [inHours(48), inHours(96)];
	lose(2);
	const failed = await post(times);
	expect(failed.error).toBeDefined();
	await harness.service.clock.advance(25 * HOUR_MS);
	const { error } = await post(times, failed);
	expect(error).toBeUndefined();
	expect(scheduled()).toHaveLength(2);
	expect(new Set(scheduled()).size).toBe(2);
});

it('a post that another execution created after the key was used for the last time is not taken', async () => {
	const times = [inHours(96)];
	lose(1);
	const failed = await post(times);
	expect(failed.error).toBeDefined();
	harness.service.faults.clear();
	await harness.service.clock.advance(24 * HOUR_MS);
	expect((await post([inHours(48)])).error).toBeUndefined();
	const [before] = scheduled();
	await harness.service.clock.advance(HOUR_MS);
	const { error } = await post(times, failed);
	expect(error?.message).toContain('an earlier attempt may have created this post');
	expect(scheduled()).toEqual([before]);
});

describe('a lost creation with a key of the user, or of the content', () => {
	/** Creates two drafts, of which the second is lost, and retries the execution a day later. */
	const retryLost = async (parameters: INodeParameters, input: INodeExecutionData[]) => {
		const more = { text: 'Good morning', accountIds: [bread(harness)], ...parameters };
		lose(2);
		const failed = await harness.run('post', 'create', more, { input });
		expect(failed.error).toBeDefined();
		await harness.service.clock.advance(25 * HOUR_MS);
		return await harness.run('post', 'create', more, { input, retryOf: failed });
	};
	const keys = (...names: string[]) => names.map((key) => ({ json: { key } }));

	it('takes the post of another item with the same content', async () => {
		const { error } = await retryLost({ idempotency: 'content' }, keys('a', 'b'));
		expect(error).toBeUndefined();
		expect(harness.service.state.posts.size).toBe(1);
	});

	it('is created if the other item has another picture', async () => {
		const withPicture = async (width: number) =>
			await itemWithFile(await jpeg(width), 'bread.jpg', 'image/jpeg');
		const input = [await withPicture(320), await withPicture(640)];
		const parameters = { idempotency: 'content', mediaSource: 'input' };
		const { error } = await retryLost(parameters, input);
		expect(error).toBeUndefined();
		expect(harness.service.state.posts.size).toBe(2);
	});

	it('is an error that names the post of an item with the same text, whose key may be another', async () => {
		const parameters = { idempotency: 'custom', idempotencyKey: '={{ $json.key }}' };
		const { error } = await retryLost(parameters, keys('gm-mon', 'gm-tue'));
		const [id = ''] = harness.service.state.posts.keys();
		expect(error?.description).toContain(id);
		expect(harness.service.state.posts.size).toBe(1);
	});
});
