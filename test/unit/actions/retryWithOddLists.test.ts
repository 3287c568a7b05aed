import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import { dialects } from '../../service';
import { byId } from '../support/nodeHarness';
import { bread, draft, HOUR_MS, made } from './createRecords';
import { useRowsToPublish } from './rowsToPublish';

const PAGE = 100;

/** While the list shifts, this post comes again in the places of those that are looked for. */
let doubledId: unknown;
const listedPost = (post: Record<string, unknown>) =>
	doubledId !== undefined && post.text === 'First' ? { ...post, id: doubledId, text: '' } : post;

const { harness, posts, publish, rows } = useRowsToPublish({
	dialect: { ...dialects.first, cursors: 'offset', listedPost },
});

beforeEach(() => {
	doubledId = undefined;
});

async function create(idempotency: string, retryOf?: NodeRun): Promise<NodeRun> {
	const parameters = publish({}, { idempotency, idempotencyKey: 'own', waitForOutcome: false });
	const input = rows(['First', 'Bread on Shortpost']);
	return await harness.run('post', 'create', parameters, { input, ...(retryOf && { retryOf }) });
}

/** Its response is lost, and a day passes. */
async function loseResponse(operation: string, run: () => Promise<NodeRun>): Promise<NodeRun> {
	harness.service.faults.add({ operation, times: 5, action: { kind: 'drop', when: 'after' } });
	const failed = await run();
	expect(failed.error).toBeDefined();
	await harness.service.clock.advance(25 * HOUR_MS);
	return failed;
}

function expectUnlisted({ error }: NodeRun): void {
	expect(error?.message).toBe('The service does not list the post of this item');
	expect(error?.description).toContain('("First")');
}

describe('Retry a day after the response to a creation was lost', () => {
	const MODES = ['execution', 'content', 'custom'];

	it.each(MODES)('with %s, fails while the list shifts, then continues', async (mode) => {
		const { id } = await draft(harness);
		const failed = await loseResponse('create_post', async () => await create(mode));
		doubledId = id;
		const retried = await create(mode, failed);
		expectUnlisted(retried);
		doubledId = undefined;
		expect((await create(mode, retried)).error).toBeUndefined();
		await harness.service.clock.advance(HOUR_MS);
		expect(posts().filter(({ text }) => text === 'First')).toEqual([
			{ text: 'First', publications: 1 },
		]);
	});

	it.each(MODES)('with %s, finds a post that has slipped between two pages', async (mode) => {
		const failed = await loseResponse('create_post', async () => await create(mode));
		for (let nth = 0; nth < PAGE; nth++) await draft(harness);
		const { state, faults } = harness.service;
		const [newest = ''] = [...state.posts.keys()].reverse();
		const until = async () => await Promise.resolve(state.posts.delete(newest));
		const action = { kind: 'hold', when: 'before', until } as const;
		faults.add({ operation: 'list_posts', nth: 2, action });
		expect((await create(mode, failed)).error).toBeUndefined();
		await harness.service.clock.advance(HOUR_MS);
		expect(posts()[0]).toEqual({ text: 'First', publications: 1 });
		expect(posts()).toHaveLength(PAGE);
	});
});

it('Retry a day after the response to a copy was lost fails while the list shifts, then continues', async () => {
	const { id } = await draft(harness);
	const parameters: INodeParameters = { text: 'First', accountIds: [bread(harness)] };
	const original = await made(harness, 'post:create', parameters);
	const duplicate = async (retryOf?: NodeRun) =>
		await harness.run(
			'post',
			'duplicate',
			{ postId: byId(String(original.id)) },
			{ ...(retryOf && { retryOf }) },
		);
	const failed = await loseResponse('duplicate_post', async () => await duplicate());
	doubledId = id;
	const retried = await duplicate(failed);
	expectUnlisted(retried);
	doubledId = undefined;
	expect((await duplicate(retried)).error).toBeUndefined();
	expect(posts()).toHaveLength(3);
});
