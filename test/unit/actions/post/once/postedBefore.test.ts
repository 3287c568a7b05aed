import { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

import { SocialPublishing } from '../../../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode, type NodeRun } from '../../../../engine';
import { byId } from '../../../support/nodeHarness';
import { draft, HOUR_MS } from '../../createRecords';
import { eachOnce, feed, texts, textsByOutput, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);

describe('the outputs of the node', () => {
	it('are two if each item is posted once: the second has the items that were posted before', async () => {
		const first = await harness.post(feed('One', 'Two'));
		expect(textsByOutput(first)).toEqual([['One', 'Two'], []]);

		const second = await harness.post(feed('One', 'Three', 'Two'));
		expect(textsByOutput(second)).toEqual([['Three'], ['One', 'Two']]);
		expect(second.hints.at(0)?.message).toMatch(/^2 of 3 items were already posted by this step\./);

		const third = await harness.post(feed('One', 'Three'));
		expect(third.hints).toEqual([
			{
				message: 'Nothing new: both items were already posted by this step.',
				location: 'outputPane',
			},
		]);
	});

	it('are three with an error output', async () => {
		await harness.post(feed('One'));
		harness.refuse(1);
		const run = await harness.post(
			feed('Two', 'One', 'Three'),
			{},
			{ continueOnFail: 'continueErrorOutput' },
		);
		expect(run.error).toBeUndefined();
		expect(textsByOutput(run)).toEqual([['Three'], ['One'], ['Two']]);
		expect(run.outputs[2]).toMatchObject([
			{ json: { error: expect.stringContaining('Odd text') } },
		]);
	});

	it.each(['execution', 'content', 'custom'])('are one with %s', async (idempotency) => {
		const run = await harness.post(feed('One'), { idempotency, idempotencyKey: 'own' });
		expect(textsByOutput(run)).toEqual([['One']]);
	});

	it('do not depend on an expression, which is an error before anything is sent', async () => {
		const idempotency = '={{ "once" }}';
		const { error } = await harness.post(feed('One'), { idempotency });
		expect(error?.message).toBe(`'If This Runs Again' cannot be "{{ "once" }}"`);
		expect(harness.requests()).toEqual([]);
	});

	it('are one for other operations, even if the hidden field is set to once', async () => {
		const { postId } = await draft(harness);
		const { outputs } = await harness.run('post', 'get', { postId, idempotency: 'once' });
		expect(outputs).toHaveLength(1);
	});
});

it('an item that was posted before keeps its fields, its file and its item link', async () => {
	await harness.post(feed('One'));
	const file = { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
	const [json = {}] = feed('One');
	const run = await harness.post([...feed('Two'), { json, binary: { file } }]);
	expect(run.outputs[1]).toEqual([{ json, binary: { file }, pairedItem: { item: 1 } }]);
});

describe('an item that repeats a key of the run', () => {
	const again = { ...feed('One')[0], title: 'One again' };

	it('counts as posted before if the first one was posted', async () => {
		const run = await harness.post([...feed('One'), again, ...feed('Two')]);
		expect(textsByOutput(run)).toEqual([['One', 'Two'], ['One again']]);
	});

	it('fails with the first one, and both are tried again', async () => {
		harness.refuse(1);
		const run = await harness.post([...feed('One'), again, ...feed('Two')]);
		expect(run.error?.message).toMatch(/^Items 1 and 2\b/);
		expect(run.error?.description).toContain(
			'Item 2: Not posted, because item 1 failed and has the same key. Nothing was sent. See the error of item 1.',
		);
		expect(textsByOutput(await harness.post([...feed('One'), again]))).toEqual([
			['One'],
			['One again'],
		]);
	});

	it('has an error of its own if the workflow continues', async () => {
		harness.refuse(1);
		const { items } = await harness.post(
			[...feed('One'), again],
			{},
			{ continueOnFail: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('Odd text'),
			'Not posted, because item 1 failed and has the same key. Nothing was sent. See the error of item 1.',
		]);
	});
});

describe('the node in a loop', () => {
	const five = feed('One', 'Two', 'Three', 'Four', 'Five');
	const done = ({ run }: NodeRun): INodeExecutionData[] =>
		run.data.resultData.runData['Loop Over Items']?.at(-1)?.data?.main?.[0] ?? [];

	it('posts the two new items in a second run of five', async () => {
		await harness.post(feed('One', 'Two', 'Four'), {}, { loop: 'around' });
		const run = await harness.post(five, {}, { loop: 'around' });
		expect(run.error).toBeUndefined();
		expect(texts(done(run))).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
		expect(done(run).map(({ json }) => json.posted_before)).toEqual([
			true,
			true,
			undefined,
			true,
			undefined,
		]);
		expect(run.rounds.map((outputs) => outputs.map((items) => items.length))).toEqual(
			Array(5).fill([1, 0]),
		);
		await later(1);
		expect(harness.published).toEqual(eachOnce('One', 'Two', 'Four', 'Three', 'Five'));
	});

	it('counts a key as posted before if an earlier round has posted it', async () => {
		const run = await harness.post([...feed('One'), ...feed('One')], {}, { loop: 'around' });
		expect(done(run).map(({ json }) => json.posted_before)).toEqual([undefined, true]);
	});

	it('has two outputs if the node does not lead back to the loop', async () => {
		await harness.post(feed('One'));
		const run = await harness.post(feed('One'), {}, { loop: 'before' });
		expect(run.outputs).toMatchObject([[], [{ json: { title: 'One' } }]]);
		expect(run.outputs[1]?.[0]?.json).not.toHaveProperty('posted_before');
	});

	it('has two outputs if n8n cannot find the loop, because a connection leads to a missing node', async () => {
		await harness.post(feed('One'));
		jest.spyOn(ExecuteContext.prototype, 'getChildNodes').mockImplementation(() => {
			throw new TypeError("Cannot read properties of undefined (reading 'name')");
		});
		const run = await harness.post(feed('One'), {}, { loop: 'before' });
		expect(textsByOutput(run)).toEqual([[], ['One']]);
	});
});

it('the answer of a tool of an AI Agent states that the key was posted before', async () => {
	class Tool extends SocialPublishing {
		constructor() {
			super();
			this.description = { ...this.description, name: 'socialPublishingTool', outputs: ['main'] };
		}
	}
	const parameters = harness.parameters({ onceKey: 'a', text: 'Bread', simplify: true });
	const run = async () =>
		await runNode({
			nodeType: new Tool(),
			credentials: harness.credentials,
			parameters: {
				resource: 'post',
				operation: 'create',
				workspaceId: byId(harness.workspaceId),
				...parameters,
			},
		});
	const [first] = (await run()).items;
	expect(first?.json.text).toBe('Bread');
	const { outputs } = await run();
	expect(outputs).toMatchObject([[{ json: { posted_before: true, key: 'a' } }]]);
	expect(Object.keys(outputs[0]?.[0]?.json ?? {})).toEqual(['posted_before', 'key']);
});

describe('an item that was posted before', () => {
	it('leaves the first output to the empty item of Always Output Data', async () => {
		await harness.post(feed('One'));
		const run = await harness.post(feed('One'), {}, { alwaysOutputData: true });
		expect(run.outputs[0]?.map(({ json }) => json)).toEqual([{}]);
		expect(texts(run.outputs[1])).toEqual(['One']);
	});

	it.each([
		[{ error: 'a column', message: 'One' }, [0, 0, 1]],
		[{ error: 'a column', title: 'One' }, [0, 1, 0]],
	])('with an error output, %j leaves by the outputs %j', async (item, counts) => {
		const fields = { onceKey: 'a', text: 'Bread' };
		await harness.post([item], fields);
		const run = await harness.post([item], fields, { continueOnFail: 'continueErrorOutput' });
		expect(run.outputs.map((items) => items.length)).toEqual(counts);
	});
});
