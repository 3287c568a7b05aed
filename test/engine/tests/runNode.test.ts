import { runNode } from '..';
import { echo, fixtureNode, refuser, text } from './fixtures';

describe('the engine, before it runs a node,', () => {
	it('fills in defaults and resolves expressions against each item', async () => {
		const { items } = await runNode({
			nodeType: echo,
			parameters: { text: '={{ $json.name }} of {{ $("Input").item.json.city }}' },
			input: [{ json: { name: 'Ada', city: 'London' } }, { json: { name: 'Bo', city: 'Oslo' } }],
		});
		expect(items.map(({ json }) => json.text)).toEqual(['Ada of London', 'Bo of Oslo']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);

		const untouched = await runNode({ nodeType: echo });
		expect(untouched.items[0]?.json).toMatchObject({ text: 'a default', destinations: [] });
	});

	it('takes the value out of a resource locator and defaults inside a fixed collection', async () => {
		const { items } = await runNode({
			nodeType: echo,
			parameters: {
				postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				destinations: { destination: [{ accountId: 'a1' }, { accountId: 'a2', text: 'own' }] },
			},
			input: [{ json: { id: 'p7' } }],
		});
		expect(items[0]?.json).toMatchObject({
			postId: 'p7',
			destinations: [
				{ accountId: 'a1', text: 'shared' },
				{ accountId: 'a2', text: 'own' },
			],
		});
	});

	it('passes the requested time zone and execution ID to the node, and a new execution ID for each run', async () => {
		const options = { nodeType: echo, timezone: 'Asia/Tokyo' };
		const named = await runNode({ ...options, executionId: '77' });
		expect(named.items[0]?.json).toMatchObject({ timezone: 'Asia/Tokyo', executionId: '77' });
		const [one, two] = [await runNode(options), await runNode(options)];
		expect(one.executionId).not.toBe(two.executionId);
	});

	it('refuses to start if a required parameter is missing, as n8n does', async () => {
		const nodeType = fixtureNode('strict', [text('needed', { required: true })], async () => ({
			json: {},
		}));
		await expect(runNode({ nodeType })).rejects.toThrow('Parameter "needed" is required');
	});
});

describe('the engine, if the node fails,', () => {
	it('returns an error as the editor would show it', async () => {
		const { error, items, status } = await runNode({ nodeType: refuser });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The post has changed',
			description: 'Read it again',
			httpCode: '412',
		});
		expect(items).toEqual([]);
		expect(status).toBe('error');
	});

	it('keeps the other items if the workflow continues on error', async () => {
		const { items, error } = await runNode({
			nodeType: refuser,
			continueOnFail: 'continueRegularOutput',
			parameters: { when: '={{ $json.when }}' },
			input: [{ json: { when: 'now' } }, { json: { when: 'never' } }],
		});
		expect(items.map(({ json }) => json)).toEqual([
			{ error: 'The post has changed' },
			{ fine: true },
		]);
		expect(error).toBeUndefined();
	});

	it('sends failed items to the error output if that is set', async () => {
		const { outputs } = await runNode({
			nodeType: refuser,
			continueOnFail: 'continueErrorOutput',
			parameters: { when: '={{ $json.when }}' },
			input: [{ json: { when: 'now' } }, { json: { when: 'never' } }],
		});
		expect(outputs.map((items) => items.map(({ json }) => json))).toEqual([
			[{ fine: true }],
			[{ when: 'now', error: 'The post has changed' }],
		]);
	});

	it('retries as often as the node is configured to', async () => {
		let tries = 0;
		const nodeType = fixtureNode('flaky', [], async () => {
			tries += 1;
			if (tries < 3) throw new Error('not yet');
			return { json: { tries } };
		});
		const { items, error } = await runNode({
			nodeType,
			retryOnFail: { maxTries: 3, waitBetweenTriesMs: 1 },
		});
		expect(items[0]?.json).toEqual({ tries: 3 });
		expect(error).toBeUndefined();
	});
});

it('the engine aborts the node’s signal when the execution is cancelled', async () => {
	let stop = () => {};
	const nodeType = fixtureNode('waiter', [], async function () {
		const signal = this.getExecutionCancelSignal();
		setImmediate(() => stop());
		await new Promise<void>((resolve) => {
			signal?.addEventListener('abort', () => resolve(), { once: true });
		});
		return { json: { aborted: signal?.aborted } };
	});
	const { status, items } = await runNode({
		nodeType,
		cancelAfter: (abort) => {
			stop = abort;
		},
	});
	expect(status).toBe('canceled');
	expect(items[0]?.json).toEqual({ aborted: true });
});

it('the engine returns the hints of the node', async () => {
	const nodeType = fixtureNode('hinter', [], async function () {
		this.addExecutionHints({ message: 'The service is slow today' });
		return { json: {} };
	});
	const { hints } = await runNode({ nodeType });
	expect(hints).toMatchObject([{ message: 'The service is slow today' }]);
});
