import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { byId, useNodeHarness } from '../support/nodeHarness';
import { until } from '../support/until';
import { draft } from './createRecords';

const harness = useNodeHarness();

const texts = (...values: string[]) => values.map((text) => ({ json: { text } }));
const textFromItem = () => ({
	text: '={{ $json.text }}',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
});

describe('items', () => {
	it('that change something are processed in order, one at a time', async () => {
		const { items } = await harness.run('post', 'create', textFromItem(), {
			input: texts('a', 'b', 'c', 'd'),
		});

		expect(items.map(({ json }) => json.text)).toEqual(['a', 'b', 'c', 'd']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		const bodies = harness.journal('create_post').map(({ body }) => body);
		expect(bodies).toMatchObject(texts('a', 'b', 'c', 'd').map(({ json }) => json));
	});

	it('that only read run in parallel, at most five, and keep their order', async () => {
		const { postId } = await draft(harness);
		const { service } = harness;
		const underWay = () =>
			harness.journal('get_post').filter(({ status }) => status === undefined).length;
		// The node starts a time limit with each request.
		const sent = () =>
			jest.mocked(clock.timeout).mock.calls.filter(([, finished]) => !finished.aborted).length;
		let most = 0;
		let left = 12;
		service.faults.add({
			operation: 'get_post',
			times: left,
			action: {
				kind: 'hold',
				when: 'before',
				until: async () => {
					// As many requests as possible arrive before one is answered.
					await until(() => underWay() >= Math.min(5, left));
					most = Math.max(most, sent());
					left--;
				},
			},
		});

		const { items } = await harness.run(
			'post',
			'get',
			{ postId },
			{ input: texts(...'abcdefghijkl') },
		);

		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[...items.keys()].map((item) => ({ item })),
		);
		expect(items).toHaveLength(12);
		expect(most).toBe(5);
	});

	it('that cannot work stop the node before anything is sent, with the number of the item', async () => {
		const { error } = await harness.run('post', 'create', textFromItem(), {
			input: texts('a', '', 'c'),
		});

		expect(error?.context?.itemIndex).toBe(1);
		expect(harness.requests()).toEqual(['list_accounts']);
	});

	it('that fail do not affect the others if the workflow continues', async () => {
		harness.service.faults.add({
			operation: 'create_post',
			nth: 2,
			action: { kind: 'status', when: 'before', status: 422, code: 'odd', message: 'Odd text' },
		});

		const { items, error } = await harness.run('post', 'create', textFromItem(), {
			input: texts('a', 'b', '', 'd'),
			continueOnFail: 'continueRegularOutput',
		});

		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.text)).toEqual(['a', undefined, undefined, 'd']);
		expect(items[1]).toMatchObject({
			json: {
				error: expect.stringMatching(/^Could not create the post: .+Odd text/),
				status: 422,
				code: 'odd',
				requestId: expect.stringMatching(/^req_/),
				details: null,
			},
			pairedItem: { item: 1 },
		});
		expect(items[2]?.json).toEqual({
			error: expect.stringContaining('There is no text and no media'),
			status: null,
			code: null,
			requestId: null,
			details: null,
		});
	});

	it('that fail go to the error output with the details of the failure', async () => {
		const { outputs } = await harness.run(
			'post',
			'get',
			{ postId: byId('={{ $json.text }}') },
			{
				input: texts('post_none', String((await draft(harness)).id)),
				continueOnFail: 'continueErrorOutput',
			},
		);

		expect(outputs[0]).toHaveLength(1);
		expect(outputs[1]).toMatchObject([
			{
				json: {
					error: expect.stringContaining('the service cannot find it'),
					status: 404,
					code: 'not_found',
					requestId: expect.stringMatching(/^req_/),
				},
			},
		]);
	});

	it('contain the current post after a conflict', async () => {
		const { postId, id } = await draft(harness);

		const { items } = await harness.run(
			'post',
			'publish',
			{ postId, options: { onlyIfUnchangedSince: '"old"' } },
			{ continueOnFail: 'continueRegularOutput' },
		);

		const etag = harness.service.state.posts.get(String(id))?.etag;
		expect(items[0]?.json).toMatchObject({ status: 412, post: { id, status: 'draft' }, etag });
	});

	it('with an unusable credential fail one by one, with nothing sent', async () => {
		const { items } = await harness.run('post', 'create', textFromItem(), {
			input: texts('a', 'b'),
			continueOnFail: 'continueRegularOutput',
			credentials: { socialPublishingApi: { baseUrl: 'http://example.com/api/v1', apiToken: 'x' } },
		});

		expect(items).toHaveLength(2);
		expect(items[0]?.json.error).toContain('must start with https://');
		expect(harness.requests()).toEqual([]);
	});
});
