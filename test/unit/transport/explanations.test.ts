import type { ReceivedResponse } from '../../../nodes/SocialPublishing/transport/attempt';
import {
	explainNetworkFailure,
	explainRateLimit,
	explainRefusal,
	explainStatus,
	type Endpoint,
} from '../../../nodes/SocialPublishing/transport/explanations';
import type { NetworkFailureKind } from '../../../nodes/SocialPublishing/transport/networkFailure';
import type { AttemptResult } from '../../../nodes/SocialPublishing/transport/retry';
import type { Call } from '../../../nodes/SocialPublishing/transport/types';
import { noResult, received } from './responses';

const service: Endpoint = { addressName: 'Base URL', credentialType: 'socialPublishingApi' };
const connected: Endpoint = { ...service, credentialType: 'socialPublishingOAuth2Api' };
const tools: Endpoint = { ...service, addressName: 'MCP URL' };
const ticket: Endpoint = { ...service, credentialType: undefined };

it.each<[NetworkFailureKind, RegExp]>([
	['dns', /address of the service was not found/],
	['refused', /nothing responds/],
	['tls', /secure connection failed/],
	['timeout', /did not respond in time/],
	['lost', /broke before the response was complete/],
	['blocked', /your n8n does not allow/],
	['garbled', /not from the service/],
])('explainNetworkFailure explains a missing response of the kind %s', (kind, happened) => {
	expect(explainNetworkFailure(service, kind).happened).toMatch(happened);
});

it('explainNetworkFailure mentions the ending /api/v1 only for the Base URL', () => {
	expect(explainNetworkFailure(service, 'garbled').advice).toContain('it ends in /api/v1');
	expect(explainNetworkFailure(tools, 'garbled').advice).toMatch(
		/^Check the 'MCP URL' [^:]+\. The/,
	);
});

it.each<[Endpoint, number, string]>([
	[service, 300, 'the address redirects'],
	[service, 399, 'the address redirects'],
	[service, 400, 'the service rejected the input'],
	[service, 401, 'the service does not accept the API token'],
	[service, 403, 'your account is not allowed to do this'],
	[service, 404, 'the service cannot find it'],
	[service, 405, 'the service rejected the input'],
	[service, 408, 'the service did not respond in time'],
	[service, 410, 'the service cannot find it'],
	[service, 413, 'it is too large for the service'],
	[service, 499, 'the service rejected the input'],
	[service, 500, 'the service reports a server error (status 500)'],
	[service, 299, 'the service rejected the input'],
	[connected, 401, 'the service no longer accepts the connection'],
	[connected, 403, 'your account is not allowed to do this'],
	[tools, 401, 'the service does not accept the API token'],
	[tools, 404, 'there are no assistant tools at this address'],
	[tools, 405, 'there are no assistant tools at this address'],
	[ticket, 400, 'the service rejected the input'],
	[ticket, 401, 'the service does not accept the ticket for the file'],
	[ticket, 403, 'the service does not accept the ticket for the file'],
	[ticket, 404, 'the service does not accept the ticket for the file'],
	[ticket, 410, 'the service does not accept the ticket for the file'],
])('explainStatus, for the endpoint %j, explains status %d: %s', (endpoint, status, happened) => {
	expect(explainStatus(endpoint, status, undefined, {}).happened).toBe(happened);
});

it('explainStatus reports a missing add-on only for its code with status 403', () => {
	const addon = 'the API/MCP add-on of your account is not active';
	expect(explainStatus(service, 403, 'addon_required', {}).happened).toBe(addon);
	expect(explainStatus(service, 403, 'forbidden', {}).happened).not.toBe(addon);
	expect(explainStatus(service, 400, 'addon_required', {}).happened).not.toBe(addon);
});

it('explainStatus mentions another address if a redirect names one', () => {
	expect(explainStatus(service, 308, undefined, { location: '/' }).happened).toBe(
		'the address redirects to another address',
	);
});

it.each([
	[undefined, 'a minute'],
	[1_000, 'a minute'],
	[1_001, '2 seconds'],
	[120_000, '120 seconds'],
	[120_001, '3 minutes'],
	[86_400_000, '1440 minutes'],
	[86_400_001, 'more than a day'],
])('explainRateLimit, for a Retry-After of %j ms, advises to wait %s', (retryAfterMs, wait) => {
	expect(explainRateLimit(retryAfterMs).advice).toContain(`Wait ${wait} and`);
});

describe('explainRefusal', () => {
	const call: Call = { purpose: 'get the post', method: 'GET', path: '', safety: 'safe' };
	const guard = { happened: 'the guard refuses', advice: 'Look first.' };

	it.each<[number, Partial<AttemptResult>, string]>([
		[429, { isOtherGuard: true }, 'Look first. Wait 5 minutes.'],
		[409, { isOtherGuard: true }, 'Look first. Wait 5 minutes.'],
		[409, { isOtherGuard: true, retryAfterMs: 90_000 }, 'Look first. Wait 90 seconds.'],
		[422, { isOtherGuard: true, retryAfterMs: 90_000 }, 'Look first. Wait 90 seconds.'],
		[422, { isOtherGuard: true }, 'Correct the value and try again.'],
		[409, {}, 'Read it again to see its state.'],
		[
			429,
			{ retryAfterMs: 90_000 },
			'Wait 90 seconds and try again. All tools that use this token share one limit.',
		],
	])('advises after a guarded command with status %d and %j: %s', (status, more, advice) => {
		const result = { ...noResult, ...more };
		const { advice: given } = explainRefusal(service, received(status), result, { ...call, guard });
		expect(given).toBe(advice);
	});

	it('does not mention a guard for a command without one', () => {
		const result = { ...noResult, isOtherGuard: true };
		expect(explainRefusal(service, received(429), result, call).happened).toBe('too many requests');
	});

	it.each<[Endpoint, ReceivedResponse, string]>([
		[service, received(404), 'the response is not from the service'],
		[service, received(404, { code: 'gone' }), 'the service cannot find it'],
		[service, received(404, { message: 'Gone.' }), 'the service cannot find it'],
		[service, received(404, {}, 'r'), 'the service cannot find it'],
		[tools, received(404), 'there are no assistant tools at this address'],
		[service, received(400), 'the service rejected the input'],
		[service, received(undefined), 'the service rejected the input'],
	])('explains, for the endpoint %j, the response %j: %s', (endpoint, response, happened) => {
		expect(explainRefusal(endpoint, response, noResult, call).happened).toBe(happened);
	});

	it('uses the explanation of the command or of the envelope', () => {
		const explained = { ...call, explanations: { 412: guard } };
		expect(explainRefusal(service, received(412), noResult, explained)).toEqual(guard);
		expect(explainRefusal(service, received(413), noResult, explained)).not.toEqual(guard);
		const refused = received(200);
		refused.envelope.refusal = guard;
		expect(explainRefusal(service, refused, noResult, call)).toEqual(guard);
	});
});
