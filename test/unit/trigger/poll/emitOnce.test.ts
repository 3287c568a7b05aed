import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { emitOnce } from '../../../../nodes/SocialPublishing/trigger/poll/execute';

const item: INodeExecutionData = { json: { id: 'poll_1' } };

/** n8n's store of processed items, as the helpers of an execution reach it. */
function storeOf(entries: Set<string>) {
	return {
		checkProcessedAndRecord: async (names: string[]) => {
			const processed = names.filter((name) => entries.has(name));
			for (const name of names) entries.add(name);
			return await Promise.resolve({ processed });
		},
		removeProcessed: async (names: string[]) => names.forEach((name) => entries.delete(name)),
	};
}

/** An execution in a process that did not dispatch its event. */
function execution(
	helpers: object,
	workflowId = expect.getState().currentTestName,
	log: string[] = [],
): IExecuteFunctions {
	return {
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		logger: { warn: (text: string) => log.push(text) },
		helpers,
	} as unknown as IExecuteFunctions;
}

const [SEEN, OPEN] = ['seen poll_1', 'open poll_1'];
const failing = async () => await Promise.reject(new Error('The database is away'));

it('emitOnce emits an event once even if n8n starts several executions for it', async () => {
	const entries = new Set<string>();
	const emitted: number[] = [];
	for (let copies = 0; copies < 3; copies++) {
		emitted.push((await emitOnce(execution(storeOf(entries), 'first'), item)).length);
	}
	expect(emitted).toEqual([1, 0, 0]);
	expect(await emitOnce(execution(storeOf(new Set()), 'second'), item)).toEqual([item]);
});

it.each([
	['emits a new event', [], [item], [SEEN, OPEN]],
	['emits an event again if its execution was killed', [SEEN, OPEN], [item], [SEEN, OPEN]],
	['drops an event if its execution has ended', [SEEN], [], [SEEN]],
	['emits an event if only its open entry is stored', [OPEN], [item], [OPEN, SEEN]],
])('emitOnce %s', async (_what, stored, emitted, storedAfter) => {
	const entries = new Set(stored);
	expect(await emitOnce(execution(storeOf(entries)), item)).toEqual(emitted);
	expect([...entries]).toEqual(storedAfter);
});

it('emitOnce emits an event once and logs a warning if n8n cannot check whether it is a copy', async () => {
	const log: string[] = [];
	const functions = execution({ checkProcessedAndRecord: failing }, undefined, log);
	expect(await emitOnce(functions, item)).toEqual([item]);
	expect(log).toEqual([
		expect.stringMatching(/^Trigger: .* the event is emitted\. The database is away/),
	]);
	expect(await emitOnce(functions, item)).toEqual([]);
});

it('emitOnce logs that an event may be emitted again if n8n cannot store that it is done', async () => {
	const log: string[] = [];
	const helpers = { ...storeOf(new Set([SEEN])), removeProcessed: failing };
	expect(await emitOnce(execution(helpers, undefined, log), item)).toEqual([]);
	expect(log).toEqual([expect.stringMatching(/may be emitted again after a restart/)]);
});

it('emitOnce checks events in n8n’s store one at a time', async () => {
	const steps: string[] = [];
	const checkProcessedAndRecord = async ([name = '']: string[]) => {
		steps.push(`${name} begins`);
		await new Promise((resolve) => setImmediate(resolve));
		steps.push(`${name} ends`);
		return { new: [name], processed: [] };
	};
	const functions = execution({ checkProcessedAndRecord });
	const events = ['poll_1', 'poll_2'].map((id) => ({ json: { id } }));
	await Promise.all(events.map(async (each) => await emitOnce(functions, each)));
	expect(steps).toEqual([
		...['seen poll_1 begins', 'seen poll_1 ends'],
		...['seen poll_2 begins', 'seen poll_2 ends'],
	]);
});
