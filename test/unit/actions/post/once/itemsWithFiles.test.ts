import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ByHand } from '../../../support/byHand';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { usePictureHost } from '../../../support/pictureHost';
import { postDialects } from '../../../support/postDialects';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, useFeedHarness } from './feed';

const REFUSED = { kind: 'status', when: 'before', status: 403 } as const;

const harness = useFeedHarness();
const host = usePictureHost();
const byHand = new ByHand(harness);
const posts = () => [...harness.service.state.posts.values()];
const newest = () => posts().at(-1)?.id ?? '';
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);

/** Runs the node for an item, and returns its error. */
type Run = (widthPx?: number, title?: string) => Promise<string | undefined>;

async function post(
	item: INodeExecutionData,
	parameters: INodeParameters,
): Promise<string | undefined> {
	const { error } = await harness.post([item], parameters);
	return error && `${error.message} ${error.description}`;
}

/** Items with a picture of some width. */
const sources: Array<[string, () => Promise<Run>]> = [
	[
		'in the item',
		async () =>
			async (widthPx, title = 'One') => {
				const { binary } = await itemWithFile(await jpeg(widthPx), 'a.jpg', 'image/jpeg');
				return await post({ json: { guid: 'one', title }, binary }, { mediaSource: 'input' });
			},
	],
	[
		'at an address',
		async () => {
			const body = await jpeg();
			const { origin } = await host.open(() => ({ body }));
			return async (widthPx = 320, title = 'One') =>
				await post(
					{ json: { guid: 'one', title } },
					{ mediaSource: 'address', mediaUrls: `${origin}/${widthPx}.jpg` },
				);
		},
	],
];

describe.each(sources)('an item with a picture %s, whose publication was refused', (_, open) => {
	let run: Run;
	beforeEach(async () => {
		run = await open();
		harness.service.faults.add({ operation: 'publish_post', action: REFUSED });
		expect(await run()).toContain(newest());
		await later(1);
		harness.requests();
	});

	it('is published with the corrections that somebody has made', async () => {
		await byHand.edit(newest(), 'One by hand');
		expect(await run()).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One by hand'));
	});

	it('is published as it is if nothing has changed: its picture is not uploaded again', async () => {
		expect(await run()).toBeUndefined();
		expect(harness.requests().filter((name) => !/^(get|list)_/.test(name))).toEqual([
			'publish_post',
		]);
	});

	it('is updated if its picture has changed', async () => {
		expect(await run(400)).toBeUndefined();
		expect(harness.requests()).toContain('edit_post');
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
	});

	it('is updated again if its first picture is back after an update that was not published', async () => {
		harness.service.faults.add({ operation: 'publish_post', action: REFUSED });
		expect(await run(400)).toContain(newest());
		await later(1);
		harness.requests();
		expect(await run()).toBeUndefined();
		expect(harness.requests()).toContain('edit_post');
	});

	it('is published as it is after an update that was not published', async () => {
		harness.service.faults.add({ operation: 'publish_post', action: REFUSED });
		expect(await run(400)).toContain(newest());
		await byHand.edit(newest(), 'One by hand');
		await later(1);
		harness.requests();
		expect(await run(400)).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One by hand'));
	});

	it('is not posted if both have changed', async () => {
		await byHand.edit(newest(), 'One by hand');
		expect(await run(400, 'One corrected')).toContain('The item has changed, and so has its post');
		await later(1);
		expect(posts().map(({ status }) => status)).toEqual(['draft']);
	});
});

it.each(sources)(
	'an item with a picture %s is updated if it is back to what it was when its first creation was lost',
	async (_, open) => {
		const run = await open();
		const action = { kind: 'drop', when: 'before' } as const;
		harness.service.faults.add({ operation: 'create_post', times: Infinity, action });
		expect(await run()).toBeDefined();
		harness.service.faults.clear();
		await later(1);
		harness.service.faults.add({ operation: 'publish_post', action: REFUSED });
		expect(await run(400)).toContain(newest());
		await later(1);
		harness.requests();
		expect(await run()).toBeUndefined();
		expect(harness.requests()).toContain('edit_post');
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
	},
);

describe('a service whose posts state no media if they have none', () => {
	beforeEach(async () => {
		await harness.close();
		await harness.open({ dialect: postDialects.bareDestinations });
	});

	it('a post by hand with the same text, but without a picture, is not taken for that of an item with a picture', async () => {
		const item = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
		const json = { guid: 'one', title: 'One' };
		const run = async () => await post({ ...item, json }, { mediaSource: 'input' });
		const action = { kind: 'drop', when: 'before' } as const;
		harness.service.faults.add({ operation: 'create_post', times: Infinity, action });
		expect(await run()).toBeDefined();
		harness.service.faults.clear();
		await later(1);
		const draft = { text: 'One', idempotency: 'execution', afterCreate: 'draft' };
		await harness.run('post', 'create', harness.parameters(draft));
		await later(30);
		expect(await run()).toContain(newest());
		expect(posts()).toMatchObject([{ status: 'draft' }]);
	});
});
