import type { IDataObject } from 'n8n-workflow';

import { usePassingTime } from '../support/passingTime';
import type { ScriptedResponse } from '../support/scriptedServer';
import { callTool, openTools, result, type ScriptedTools, structured, tool } from './scriptedTools';

let endpoint: ScriptedTools;
const time = usePassingTime();

afterEach(async () => await endpoint.close());

const failed = (error: IDataObject): ScriptedResponse =>
	result({ isError: true, content: [], structuredContent: { error } });

const protocolError = (data: IDataObject): ScriptedResponse => ({
	body: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Slow down', data } },
});

/** An endpoint whose only tool refuses the first calls. */
async function open(refusal: ScriptedResponse, refusals = 1) {
	let left = refusals;
	endpoint = await openTools([tool('create_post', { idempotency_key: {} })], {
		create_post: () => (left-- > 0 ? refusal : structured({ data: { id: 'p' } })),
	});
}

it.each<[string, ScriptedResponse, number]>([
	['after the time that it asks for', failed({ code: 'rate_limited', retry_after: 7 }), 7_000],
	['in the details', failed({ code: 'rate_limited', details: { retryAfter: '8' } }), 8_000],
	['in milliseconds', failed({ code: 'RateLimitExceeded', retry_after_ms: 2_500 }), 2_500],
	['or after a while', failed({ code: 'too_many_requests' }), 15_000],
	['also as a number', failed({ code: 429, retry_after: 3 }), 3_000],
	[
		'also as an error of the protocol',
		protocolError({ code: 'rate_limited', retry_after: 4 }),
		4_000,
	],
])(
	'a call beyond the rate limit is sent again, with its key, %s',
	async (_when, refusal, waitMs) => {
		await open(refusal);
		const { items, error } = await callTool(endpoint, 'create_post', {});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 'p' });
		expect(time.pauses).toEqual([waitMs]);
		const [first, second, ...more] = endpoint.callsOf('create_post');
		expect(first?.idempotency_key).toMatch(/^n8n-/);
		expect(second).toEqual(first);
		expect(more).toEqual([]);
	},
);

it('a rate limit that stays used up ends the wait', async () => {
	await open(failed({ code: 'rate_limited', retry_after: 60 }), Infinity);
	const { error } = await callTool(endpoint, 'create_post', {});
	expect(error?.message).toBe('Could not call the tool create_post: too many requests');
	expect(error?.description).toContain('Wait 60 seconds and try again.');
	expect(time.pauses.reduce((sum, pauseMs) => sum + pauseMs, 0)).toBeLessThanOrEqual(300_000);
});

it('a wait of ten minutes is left to the user', async () => {
	await open(failed({ code: 'rate_limited', retry_after: 600 }));
	const { error } = await callTool(endpoint, 'create_post', {});
	expect(error?.description).toContain('Wait 10 minutes and try again.');
	expect(time.pauses).toEqual([]);
});

it.each(['platform_rate_limited', 'daily_limit_reached', 'refresh_too_soon'])(
	'%s is not about the rate limit of the service, so nothing is sent again',
	async (code) => {
		await open(failed({ code, retry_after: 7 }));
		const { error } = await callTool(endpoint, 'create_post', {});
		expect(error).toBeDefined();
		expect(time.pauses).toEqual([]);
		expect(endpoint.callsOf('create_post')).toHaveLength(1);
	},
);
