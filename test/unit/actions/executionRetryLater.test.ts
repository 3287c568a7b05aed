import { byId } from '../support/nodeHarness';
import { postDialects } from '../support/postDialects';
import { bread, made } from './createRecords';
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

describe.each(['bareDestinations', 'noDestinations', 'noTexts'] as const)(
	'Retry a day later, with a list that does not show the tagged text of each account (%s)',
	(name) => {
		it('continues with the only post that has these texts', async () => {
			await harness.close();
			await harness.open({ dialect: postDialects[name] });
			const [bread, cakes] = ['Bread on Shortpost', 'Cakes on Pagebook'].map((account) =>
				harness.service.accountId(account),
			);
			const parameters = publish(
				{ linkTags: { campaign: 'spring' } },
				{ accountIds: [bread, cakes], waitForOutcome: false },
			);
			const input = ['https://example.com/', 'Other: https://example.com/'].map((text) => ({
				json: { text },
			}));
			await harness.run('post', 'create', parameters, { input: input.slice(1) });
			const action = { kind: 'drop', when: 'after' } as const;
			harness.service.faults.add({ operation: 'create_post', times: 5, action });
			const failed = await harness.run('post', 'create', parameters, {
				input: input.slice(0, 1),
			});
			expect(failed.error).toBeDefined();
			await harness.service.clock.advance(DAY_MS + 60_000);

			const options = { input: input.slice(0, 1), retryOf: failed };
			const { error } = await harness.run('post', 'create', parameters, options);
			expect(error).toBeUndefined();
			expect(posts()).toHaveLength(2);
		});
	},
);

describe('Retry a day after the response to a deletion was lost', () => {
	const failDeletion = async () => {
		const action = { kind: 'drop', when: 'after' } as const;
		const { id } = await made(harness, 'post:create', {
			text: 'First',
			accountIds: [bread(harness)],
		});
		harness.service.faults.add({ operation: 'delete_post', times: 5, action });
		const parameters = { postId: byId(String(id)) };
		const failed = await harness.run('post', 'delete', parameters);
		expect(failed.error?.description).toContain('may have succeeded');
		await harness.service.clock.advance(DAY_MS + 60_000);
		return async () => await harness.run('post', 'delete', parameters, { retryOf: failed });
	};

	it('takes a post that is gone for deleted', async () => {
		const retry = await failDeletion();
		const { items, error } = await retry();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ deleted: true });
	});

	it('says that the post may be deleted if the response is not from the service', async () => {
		const retry = await failDeletion();
		const action = { kind: 'html', when: 'before', status: 404 } as const;
		harness.service.faults.add({ operation: 'delete_post', times: 5, action });
		expect((await retry()).error?.description).toContain('may have');
	});
});
