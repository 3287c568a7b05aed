import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import { byId } from '../support/nodeHarness';
import { bread, HOUR_MS, made } from './createRecords';
import { useRowsToPublish } from './rowsToPublish';

const WEEK_MS = 7 * 24 * HOUR_MS;
const { harness, posts, publish, rows } = useRowsToPublish();

/** The first request does not arrive, the service is busy for the next ones, and a day passes. */
async function failFor(operation: string, run: () => Promise<NodeRun>): Promise<NodeRun> {
	harness.service.faults.add({ operation, times: 5, action: { kind: 'drop', when: 'before' } });
	const failed = await run();
	expect(failed.error).toBeDefined();
	await harness.service.clock.advance(25 * HOUR_MS);
	return failed;
}

it.each(['execution', 'custom'])(
	'with %s, Retry a day later does not take last week’s post with the same text for its own',
	async (idempotency) => {
		const input = rows(['Good morning', 'Bread on Shortpost']);
		let week = 0;
		const create = async (retryOf?: NodeRun) => {
			const parameters = publish({}, { idempotency, idempotencyKey: `week-${week}` });
			return await harness.run('post', 'create', parameters, {
				input,
				...(retryOf && { retryOf }),
			});
		};
		expect((await create()).error).toBeUndefined();
		await harness.service.clock.advance(WEEK_MS);
		const before = posts();
		week++;
		const failed = await failFor('create_post', async () => await create());
		const { error, items } = await create(failed);
		expect(items).toEqual([]);
		expect(error?.message).toContain('an earlier attempt may have created this post');
		expect(error?.description).toContain(
			'More than 23 hours have passed, so the service may no longer know the result.',
		);
		expect(error?.description).toContain('start a new execution');
		expect(posts()).toEqual(before);
	},
);

it('Retry a day later does not take last week’s copy of a draft for its own', async () => {
	const parameters: INodeParameters = { text: 'First', accountIds: [bread(harness)] };
	const original = await made(harness, 'post:create', parameters);
	const duplicate = async (retryOf?: NodeRun) =>
		await harness.run(
			'post',
			'duplicate',
			{ postId: byId(String(original.id)) },
			{ ...(retryOf && { retryOf }) },
		);
	expect((await duplicate()).error).toBeUndefined();
	await harness.service.clock.advance(WEEK_MS);
	const failed = await failFor('duplicate_post', async () => await duplicate());
	const { error, items } = await duplicate(failed);
	expect(items).toEqual([]);
	expect(error?.message).toContain('an earlier attempt may have created this post');
	expect(posts()).toHaveLength(2);
});
