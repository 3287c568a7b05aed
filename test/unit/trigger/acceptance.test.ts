import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { EventEmitter } from 'node:events';
import { request } from 'node:http';

import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { SeenEvents } from '../../../nodes/SocialPublishing/trigger/seenEvents';
import type { TriggerHost } from '../../engine';
import { listen, originOf } from '../../engine/webhookServer';
import { signatureHeader } from '../../service';
import { expireTimeLimits } from '../support/timeLimits';
import { event, useTriggerHarness } from '../support/triggerHarness';
import { until } from '../support/until';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

const harness = useTriggerHarness();

const RESOURCE_LIMIT_MS = 5_000;
const ACCEPTANCE_LIMIT_MS = 60_000;

/** How often the node has started to wait for a time limit. */
const countLimits = (limitMs: number) =>
	jest.mocked(clock.timeout).mock.calls.filter(([durationMs]) => durationMs === limitMs).length;

/** A sender that disconnects once the node has received the event. */
async function sendAndGo(
	host: TriggerHost,
	sent: IDataObject,
	isReceived: () => boolean,
): Promise<void> {
	const body = JSON.stringify(sent);
	const seconds = Math.floor(harness.service.clock.now() / 1_000);
	const headers = {
		'Content-Type': 'application/json',
		'Service-Signature': signatureHeader(harness.secret, seconds, body),
	};
	const sending = request(host.webhookUrl(), { method: 'POST', agent: false, headers });
	const closed = new Promise((resolve) => sending.on('error', resolve));
	sending.end(body);
	await until(isReceived);
	sending.destroy();
	await closed;
}

const isReading = () => harness.journal('get_post').some(({ isSilent }) => isSilent);

/** The response to the read of the event's post never arrives. The time limit of the read expires once a test lets it. */
async function slowHost(isTime: () => boolean): Promise<TriggerHost> {
	harness.service.faults.add({ operation: 'get_post', action: { kind: 'stall', when: 'before' } });
	expireTimeLimits(RESOURCE_LIMIT_MS, () => isReading() && isTime());
	return await harness.activated({ includeResource: true });
}

const isSenderGone = () => countLimits(ACCEPTANCE_LIMIT_MS) > 0;

function failSave(host: TriggerHost) {
	return jest.spyOn(host.record, 'save').mockImplementationOnce(() => {
		throw new Error('The database is away');
	});
}

it('an event whose sender has disconnected is not lost if n8n does not accept it', async () => {
	const host = await slowHost(isSenderGone);
	const sent = event();
	const save = failSave(host);
	expireTimeLimits(ACCEPTANCE_LIMIT_MS, () => save.mock.calls.length > 0);
	await sendAndGo(host, sent, isReading);
	expect((await harness.send(host, sent)).body).toContain('The event was received');
});

it('an event whose sender has disconnected runs once, and copies do not wait for the timeout', async () => {
	const host = await slowHost(isSenderGone);
	const sent = event();
	await sendAndGo(host, sent, isReading);
	const again = await Promise.all([1, 2].map(async () => await harness.send(host, sent)));
	expect(again.map(({ status, workflowData }) => [status, workflowData])).toEqual([
		[200, undefined],
		[200, undefined],
	]);
	expect(host.started).toHaveLength(1);
});

it('a waiting copy whose sender disconnects does not block later copies', async () => {
	const reservations = jest.spyOn(SeenEvents.prototype, 'reserve');
	let hasCopyGone = false;
	const host = await slowHost(() => hasCopyGone);
	const sent = event();
	const save = failSave(host);
	expireTimeLimits(ACCEPTANCE_LIMIT_MS, () => save.mock.calls.length > 0);
	const first = harness.send(host, sent);
	await until(isReading);
	await sendAndGo(host, sent, () => reservations.mock.calls.length === 2);
	hasCopyGone = true;
	expect((await first).status).toBe(500);
	expect((await harness.send(host, sent)).status).toBe(200);
});

describe('an event that n8n accepts counts as seen without a wait', () => {
	const leave = async (isAcceptedFirst: boolean) => {
		const hasTimedOut = jest.spyOn(clock, 'timeout').mockReturnValue(new Promise(() => undefined));
		const seen = new SeenEvents();
		const acceptance = await seen.reserve('a');
		if (isAcceptedFirst) acceptance?.accept();
		const response = Object.assign(new EventEmitter(), { closed: true, headersSent: false });
		acceptance?.settleWithResponse(response as unknown as Response);
		if (!isAcceptedFirst) acceptance?.accept();
		return { copy: await seen.reserve('a'), hasTimedOut };
	};

	it('when its sender disconnects after that', async () => {
		const { copy, hasTimedOut } = await leave(true);
		expect(copy).toBeUndefined();
		expect(hasTimedOut).not.toHaveBeenCalled();
	});

	it('when its sender has disconnected before that', async () => {
		expect((await leave(false)).copy).toBeUndefined();
	});
});

it.each([
	[200, true, true],
	[200, false, true],
	[399, true, true],
	[400, true, false],
	[500, true, false],
	[500, false, false],
])(
	'an event with the response status %d (accepted before it: %s) counts as seen: %s',
	async (status, isAccepted, expected) => {
		const seen = new SeenEvents();
		let isSeenEarly = false;
		const server = await listen(async (_slot, _path, _request, response) => {
			const acceptance = await seen.reserve('a');
			acceptance?.settleWithResponse(response);
			if (isAccepted) acceptance?.accept();
			isSeenEarly = seen.has('a');
			response.status(status).end();
		});
		await fetch(`${originOf(server)}/webhook/a`);
		// A copy waits until the acceptance is settled.
		const copy = await seen.reserve('a');
		expect([isSeenEarly, seen.has('a'), copy === undefined]).toEqual([false, expected, expected]);
		server.close();
	},
);
