import { useRowsToPublish } from './rowsToPublish';

const DAY_MS = 24 * 60 * 60 * 1_000;

const { harness, posts, publish, rows, commands } = useRowsToPublish();

describe('Retry a day after the response to a creation was lost', () => {
	const failCreation = async (input: ReturnType<typeof rows>, when: 'before' | 'after') => {
		const action = { kind: 'drop', when } as const;
		harness.service.faults.add({ operation: 'create_post', times: 5, action });
		const failed = await harness.run('post', 'create', publish(), { input });
		expect(failed.error).toBeDefined();
		await harness.service.clock.advance(DAY_MS + 60_000);
		return failed;
	};
	const input = () => rows(['First', 'Bread on Shortpost']);

	it('continues with the only post with the same text and accounts', async () => {
		const failed = await failCreation(input(), 'after');
		const options = { input: input(), retryOf: failed };
		const retried = await harness.run('post', 'create', publish(), options);
		expect(retried.error).toBeUndefined();
		expect(posts()).toEqual([{ text: 'First', publications: 1 }]);
	});

	it('creates the post if there is none', async () => {
		await harness.run('post', 'create', publish(), {
			input: rows(['Other', 'Bread on Shortpost'], ['First', 'Cakes on Pagebook']),
		});
		const failed = await failCreation(input(), 'before');
		await harness.run('post', 'create', publish(), { input: input(), retryOf: failed });
		expect(posts()).toHaveLength(3);
	});

	it('names the posts if there are several, and sends nothing', async () => {
		await harness.run('post', 'create', publish(), { input: input() });
		const failed = await failCreation(input(), 'after');
		harness.requests();
		const options = { input: input(), retryOf: failed };
		const retried = await harness.run('post', 'create', publish(), options);
		for (const id of harness.service.state.posts.keys()) {
			expect(retried.error?.description).toContain(id);
		}
		expect(commands()).toEqual([]);
		expect(posts()).toHaveLength(2);
	});
});
