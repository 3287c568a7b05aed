import type { FaultAction } from '../../service';
import { useNodeHarness, NodeHarness } from '../support/nodeHarness';
import { writeOperations } from './writeOperationCases';
import { runCase, type OperationCase } from './operationCase';
import { readOperations } from './readOperationCases';
import { endStalledRequests } from './stalledResponses';
import { contentsOf } from './serviceContents';

/** Faults whose response does not show whether the command took effect. */
const unclear: Array<[string, FaultAction]> = [
	['a connection that breaks before', { kind: 'drop', when: 'before' }],
	['a connection that breaks after', { kind: 'drop', when: 'after' }],
	['status 500 before', { kind: 'status', when: 'before', status: 500 }],
	['status 500 after', { kind: 'status', when: 'after', status: 500 }],
	[
		'status 503 with Retry-After',
		{ kind: 'status', when: 'after', status: 503, headers: { 'Retry-After': '7' } },
	],
	['a body that breaks off', { kind: 'cut' }],
	['a page of a proxy before', { kind: 'html', when: 'before', status: 502 }],
	['a page of a proxy after', { kind: 'html', when: 'after', status: 502 }],
	['a page that looks like success', { kind: 'html', when: 'after', status: 200 }],
	['an empty body with status 500', { kind: 'empty', when: 'after', status: 500 }],
	['silence before', { kind: 'stall', when: 'before' }],
	['silence after', { kind: 'stall', when: 'after' }],
];

/** Refusals after which any request may be sent again. */
const refused: Array<[string, FaultAction]> = [
	['status 429', { kind: 'status', when: 'before', status: 429, code: 'rate_limited' }],
	['status 429 with seconds', limited('42')],
	['status 429 with a date', limited(new Date(Date.now() + 42_000).toUTCString())],
];

function limited(retryAfter: string): FaultAction {
	const headers = { 'Retry-After': retryAfter };
	return { kind: 'status', when: 'before', status: 429, code: 'rate_limited', headers };
}

/** The description offers no safe way to retry these. */
const sentOnce = new Set(['statistics:refreshAccount', 'webhook:replayDelivery']);

const harness = useNodeHarness();

beforeEach(() => endStalledRequests(harness.service));

async function runWith(each: OperationCase, ...actions: FaultAction[]) {
	const { run, output } = await runCase(harness, each);
	for (const action of actions) harness.service.faults.add({ operation: each.main, action });
	const result = await run();
	expect(harness.service.faults.pending).toBe(0);
	return { ...result, output, requests: harness.requests() };
}

const contents = new Map<string, unknown>();

/** The contents of the service after an undisturbed operation. */
async function contentsAfter(each: OperationCase): Promise<unknown> {
	if (!contents.has(each.name)) {
		const undisturbed = new NodeHarness();
		await undisturbed.open();
		await (await runCase(undisturbed, each)).run();
		contents.set(each.name, await contentsOf(undisturbed.service));
		await undisturbed.service.close();
	}
	return contents.get(each.name);
}

const allOperations = [...writeOperations, ...readOperations];
const repeatable = allOperations.filter(({ name }) => !sentOnce.has(name));
const once = writeOperations.filter(({ name }) => sentOnce.has(name));
const named = (cases: OperationCase[]) => cases.map((each) => [each.name, each] as const);

describe.each([...unclear, ...refused])('after %s', (_fault, action) => {
	it.each(named(repeatable))('%s ends as if it had been sent once', async (_name, each) => {
		const { items, error, output } = await runWith(each, action);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject(output);
		expect(await contentsOf(harness.service)).toEqual(await contentsAfter(each));
	});
});

describe.each(unclear)('after %s', (_fault, action) => {
	it.each(named(once))('%s is not retried, and the error states this', async (_name, each) => {
		const { error, requests } = await runWith(each, action);
		expect(requests).toEqual(each.requests);
		expect(error?.message).toMatch(/^Could not (refresh the statistics|replay the delivery): /);
		expect(error?.description).toMatch(/^The attempt to .+ may have succeeded\./);
	});
});

describe.each(refused)('after %s', (_fault, action) => {
	it.each(named(once))('%s waits and is sent again', async (_name, each) => {
		const { items, error, output } = await runWith(each, action);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject(output);
	});
});

describe('after a success whose body was lost', () => {
	const action: FaultAction = { kind: 'empty', when: 'after' };

	it.each(named(allOperations))('%s succeeds', async (_name, each) => {
		const { error } = await runWith(each, action);
		expect(error).toBeUndefined();
		expect(await contentsOf(harness.service)).toEqual(await contentsAfter(each));
	});

	const needsRecord = /:(create|duplicate|upload|validate|waitForOutcome|download|get\w*)$/;
	it.each(named(allOperations.filter(({ name }) => needsRecord.test(name))))(
		'%s still returns its record',
		async (_name, each) => {
			const { items, output } = await runWith(each, action);
			expect(items[0]?.json).toMatchObject(output);
		},
	);
});

describe('when the service stays unavailable', () => {
	// Without the service's verdict, a preview is still worth showing.
	const failing = allOperations.filter(({ name }) => name !== 'post:preview');
	it.each(named(failing))(
		'the error of %s states whether the command may have taken effect',
		async (_name, each) => {
			const { run } = await runCase(harness, each);
			const action: FaultAction = { kind: 'status', when: 'before', status: 500 };
			harness.service.faults.add({ operation: each.main, times: 100, action });
			const { error } = await run();
			expect(error?.message).toMatch(
				/^Could not .+: the service reports a server error \(status 500\)$/,
			);
			expect(error?.description).toMatch(/request ID req_\w+/);
			const isWrite = writeOperations.includes(each);
			expect(error?.description?.includes('may have succeeded')).toBe(isWrite);
		},
	);
});
