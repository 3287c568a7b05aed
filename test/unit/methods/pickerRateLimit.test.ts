import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions, resourceMapping } from '../../engine';
import { byId, NodeHarness } from '../support/nodeHarness';

const harness = new NodeHarness();

beforeEach(
	async () => await harness.open({ limits: { credentialPerMinute: 60, userPerMinute: 180 } }),
);
afterEach(async () => await harness.close());

function picker(method: string, parameters: INodeParameters = {}) {
	return {
		nodeType: new SocialPublishing(),
		method,
		credentials: harness.credentials,
		parameters: { workspaceId: byId(harness.workspaceId), toolName: 'get_post', ...parameters },
	};
}

const lastOption = async (method: string) => (await loadOptions(picker(method))).at(-1)?.name;

/** Pickers, each with the operation of the service that it reads, and a call that returns the last text of the picker. */
const pickers: Array<[string, string, () => Promise<string | undefined>]> = [
	[
		'searchAccounts',
		'list_accounts',
		async () => (await listSearch(picker('searchAccounts'))).results.at(-1)?.name,
	],
	['getBrands', 'list_brands', async () => await lastOption('getBrands')],
	['getAssistantTools', 'tools/list', async () => await lastOption('getAssistantTools')],
	[
		'getToolArguments',
		'tools/list',
		async () => {
			const form = { resource: 'assistantTool', operation: 'call' };
			return (await resourceMapping(picker('getToolArguments', form))).emptyFieldsNotice;
		},
	],
];

const refuse = (operation: string, status: number, retryAfter: string) =>
	harness.service.faults.add({
		operation,
		action: { kind: 'status', when: 'before', status, headers: { 'Retry-After': retryAfter } },
	});

/** Rounded up, because the service's clock moves a little during a request. */
const pausesMs = () => harness.pauses.map((pauseMs) => Math.ceil(pauseMs / 100) * 100);

describe.each(pickers)('the picker %s', (_name, operation, read) => {
	it('shows when to try again if the node has used up the rate limit', async () => {
		const input = Array.from({ length: 60 }, () => ({ json: {} }));
		await harness.run('identity', 'get', {}, { input });
		await harness.service.clock.advance(10_000);
		harness.requests();
		expect(await read()).toMatch(/^Could not .+: rate limit reached, try again in [1-5]\d s\. /);
		expect(harness.requests()).toEqual([]);
		expect(harness.pauses).toEqual([]);
	});

	it('shows when to try again if the service refuses', async () => {
		refuse(operation, 429, '42');
		expect(await read()).toMatch(/: rate limit reached, try again in 42 s\. /);
		expect(await read()).toMatch(/: rate limit reached, try again in 42 s\. /);
		expect(harness.journal(operation)).toHaveLength(1);
		expect(harness.pauses).toEqual([]);
	});

	it('waits up to five seconds', async () => {
		refuse(operation, 429, '2');
		await read();
		expect(pausesMs()).toEqual([2_000]);
		refuse(operation, 503, '30');
		expect(await read()).toMatch(/: the service reports a server error/);
		expect(pausesMs()).toEqual([2_000]);
	});
});

it.each(['9'.repeat(400), '999999'])(
	'the error does not quote an absurd wait (%#)',
	async (retryAfter) => {
		refuse('list_accounts', 429, retryAfter);
		const [entry] = (await listSearch(picker('searchAccounts'))).results;
		expect(entry?.name).toMatch(
			/^Could not list the accounts: rate limit reached, try again later\. /,
		);
	},
);
