import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ProcessedItems } from '../../../../engine';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const posts = () => [...harness.service.state.posts.values()];

/** Runs the node in a process that is killed when it has sent the first command of this name. */
async function killAfter(operation: string, items = feed('One'), more: INodeParameters = {}) {
	const process = await harness.startProcess();
	const { nodeType, killed } = process.killedWhen(() => harness.journal(operation).length > 0);
	const workflowId = 'killed';
	await Promise.race([harness.post(items, more, { nodeType, workflowId }), killed]);
	return { workflowId };
}

describe('an item that an earlier run has begun', () => {
	it('continues with the draft that is left, even a day later', async () => {
		const same = await killAfter('create_post');
		await later(25);
		const { error } = await harness.post(feed('One'), {}, same);
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
	});

	it.each([1, 25])('is posted if its draft has been deleted, %i hours later', async (hours) => {
		const same = await killAfter('create_post');
		harness.service.state.posts.clear();
		await later(hours);
		const { error } = await harness.post(feed('One'), {}, same);
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
	});

	it.each([
		['a draft', 'create_post', 1, 'Number one'],
		['published already', 'publish_post', 25, 'One'],
	])(
		'continues with its post, which is %s, even if its text has changed since',
		async (_, operation, hours, text) => {
			const same = await killAfter(operation);
			await later(hours);
			const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
			const { error } = await harness.post(corrected, {}, same);
			expect(error).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual(eachOnce(text));
		},
	);

	it('is an error that names the posts if there are several, and does not stop the others', async () => {
		const same = await killAfter('create_post');
		await harness.post(feed('One'), { idempotency: 'execution', afterCreate: 'draft' });
		const { error } = await harness.post(feed('One', 'Two'), {}, same);
		expect(error?.message).toBe('This item may already have been posted');
		for (const { id, text } of posts().slice(0, 2))
			expect(error?.description).toContain(`${id} ("${text}"`);
		await later(1);
		expect(harness.published).toMatchObject({ ...eachOnce('Two'), One: { publications: 0 } });
	});

	it('does not continue with the post of another item with the same text', async () => {
		const same = await killAfter('create_post', feed('Two'));
		harness.service.state.posts.clear();
		await later(25);
		const items = [{ ...feed('One')[0], title: 'Two' }, ...feed('Two')];
		const { error } = await harness.post(items, {}, same);
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual({ Two: { posts: 2, publications: 2 } });
	});

	it('is scheduled once', async () => {
		const at = {
			afterCreate: 'schedule',
			scheduledAt: harness.service.clock.iso(Date.now() + 50 * HOUR_MS),
		};
		const same = await killAfter('schedule_post', feed('One'), at);
		await later(25);
		const { error } = await harness.post(feed('One'), at, same);
		expect(error).toBeUndefined();
		expect(posts().map(({ status }) => status)).toEqual(['scheduled']);
		expect(harness.journal('schedule_post')).toHaveLength(1);
	});

	it('is not an error if its time has passed, but an earlier run has scheduled it', async () => {
		const { clock } = harness.service;
		const at = { afterCreate: 'schedule', scheduledAt: clock.iso(clock.now() + 2 * HOUR_MS) };
		const same = await killAfter('schedule_post', feed('One'), at);
		await later(3);
		const { error } = await harness.post(feed('One'), at, same);
		expect(error).toBeUndefined();
		expect(harness.published).toEqual(eachOnce('One'));
	});

	it('is left out of a Retry if a later execution has posted it', async () => {
		const inRun = (run: number) => ({ text: `={{ $json.title }} in run ${run}` });
		const refused = { kind: 'status', when: 'before', status: 403 } as const;
		harness.service.faults.add({ operation: 'publish_post', action: refused });
		const failed = await harness.post(feed('One'), inRun(1));
		expect(failed.error).toBeDefined();
		const second = await harness.post(feed('One'), inRun(2));
		expect(second.error).toBeUndefined();

		const { error, items } = await harness.post(feed('One'), inRun(1), { retryOf: failed });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		await later(1);
		expect(harness.published).toEqual({
			...eachOnce('One in run 2'),
		});
	});
});

describe('an idempotency key that the service has received with other content', () => {
	const picture = async (title = 'One'): Promise<INodeExecutionData[]> => {
		const { binary } = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
		return feed(title).map((json) => ({ json, binary }));
	};

	it('finds the post with another upload of the same file, and leaves no second upload', async () => {
		const more = { binaryPropertyNames: 'data', mediaSource: 'input' };
		await harness.post(await picture(), more);
		ProcessedItems.current = new ProcessedItems();
		const { error } = await harness.post(await picture(), more, await harness.startProcess());
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
		expect(harness.service.state.media.size).toBe(1);
	});

	it('does not prevent an item from being posted if no post has its content', async () => {
		await harness.post(feed('One'), { afterCreate: 'draft' });
		ProcessedItems.current = new ProcessedItems();
		harness.service.state.posts.clear();
		const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
		const { error } = await harness.post(corrected);
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('Number one'));
	});

	it('finds the post of another execution whose text differs', async () => {
		const processes = [await harness.startProcess(), await harness.startProcess()];
		const texts = processes.map((_, index) => ({ text: `={{ $json.title }} in run ${index}` }));
		const runs = await Promise.all(
			processes.map(async (each, index) => await harness.post(feed('One'), texts[index], each)),
		);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		await later(1);
		expect(posts().map(({ status }) => status)).toEqual(['published']);
	});
});
