import { gzipSync } from 'node:zlib';

import { WorkflowRecord } from '../../../engine';
import { signatureHeader } from '../../../service';
import { event, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();

describe('a request to the trigger', () => {
	it('starts the workflow with the envelope as sent and gets status 200 if it is a new event of a chosen type', async () => {
		const host = await harness.activated();
		const sent = event({ later: { unknown: [1, null] } });
		const { status, body, workflowData } = await harness.send(host, sent);
		expect([status, body]).toEqual([200, '{"message":"The event was received"}']);
		expect(workflowData).toEqual([[{ json: sent }]]);
	});

	it('gets status 200 and does not start the workflow if the event was received before', async () => {
		const host = await harness.activated();
		const sent = event();
		await harness.send(host, sent);
		const again = await harness.send(host, { ...sent, data: {} });
		expect(again).toMatchObject({ status: 200, workflowData: undefined });
		expect(host.started).toHaveLength(1);
	});

	it('starts the workflow once if the event ID is a number', async () => {
		const host = await harness.activated();
		const sent = event({ id: 7_001 });
		await harness.send(host, sent);
		await harness.send(host, sent);
		expect(host.started.map(({ workflowData }) => workflowData)).toEqual([[[{ json: sent }]]]);
	});

	it('starts the workflow once for each numeric event ID, even if JavaScript would round two IDs to the same number', async () => {
		const host = await harness.activated();
		for (const id of ['9007199254740992', '9007199254740993', '9007199254740993']) {
			await harness.send(host, `{"id":${id},"type":"post.published","data":{}}`);
		}
		expect(host.started).toHaveLength(2);
	});

	it('starts the workflow for every copy of an event if Ignore Duplicates is off', async () => {
		const host = await harness.activated({ options: { ignoreDuplicates: false } });
		const sent = event();
		for (let time = 0; time < 3; time++) await harness.send(host, sent);
		expect(host.started).toHaveLength(3);
	});

	it.each(['post.created', 'post.invented'])(
		'gets status 200 and does not start the workflow for the event type %s, which was not chosen',
		async (type) => {
			const host = await harness.activated();
			expect(await harness.send(host, event({ type }))).toMatchObject({ status: 200 });
			expect(host.started).toEqual([]);
		},
	);

	it.each([
		['no signature', { header: '' }],
		['a malformed signature', { header: 'v1' }],
		['a wrong signature', { secret: 'guessed' }],
		['a timestamp over five minutes old', { off: -302 }],
		['a timestamp over five minutes ahead', { off: 302 }],
	])('gets status 401 and does not start the workflow with %s', async (_, signing) => {
		const host = await harness.activated();
		const { secret } = harness;
		const { status, body } = await harness.send(host, event(), signing);
		expect(status).toBe(401);
		expect(host.started).toEqual([]);
		expect(harness.log).toEqual([expect.stringMatching(/^warn: Social Publishing Trigger: .*401/)]);
		expect(body + harness.log.join()).not.toContain(secret);
	});

	it('gets status 401 if an old webhook with the same address sent it, and the log explains how to fix it', async () => {
		const host = await harness.activated();
		const { status } = await harness.send(host, event(), { secret: 'of an old webhook' });
		expect(status).toBe(401);
		expect(harness.log.join()).toContain('delete that webhook with the resource Webhook');
	});

	it('gets status 401 if no secret is stored, and the log explains how to fix it', async () => {
		await harness.activated();
		const record = new WorkflowRecord();
		record.active = true;
		const host = await harness.start({}, { record, workflowId: 'without a webhook' });
		expect(await harness.send(host, event())).toMatchObject({ status: 401 });
		expect(host.started).toEqual([]);
		expect(harness.log.join()).toContain('Deactivate the workflow and activate it again');
	});

	it.each([
		['plain text', 'hello', 'text/plain'],
		['nothing', '', 'text/plain'],
		['a list', '[]', 'application/json'],
		['null', 'null', 'application/json'],
		['no ID', '{"type":"post.published"}', 'application/json'],
		['no type', '{"id":"evt_x"}', 'application/json'],
	])(
		'gets status 400 and does not start the workflow if it is signed but its body contains %s',
		async (_, body, contentType) => {
			const host = await harness.activated();
			const { status } = await harness.send(host, body, { contentType });
			expect(status).toBe(400);
			expect(host.started).toEqual([]);
			expect(harness.log).toHaveLength(1);
		},
	);
});

describe('the body of an event', () => {
	it('is verified byte for byte, regardless of spacing and escapes', async () => {
		const host = await harness.activated();
		const body = '{ "type":"post.published",\r\n\t"id" : "evt_\\u00e4", "n": 1.0e2, "n": 1.50 }\n';
		const { workflowData } = await harness.send(host, body);
		expect(workflowData?.[0]?.[0]?.json).toEqual({ type: 'post.published', id: 'evt_ä', n: 1.5 });
	});

	it('is not serialized again: an equivalent body with different bytes is refused', async () => {
		const host = await harness.activated();
		const sent = JSON.stringify(event());
		const seconds = Math.floor(harness.service.clock.now() / 1_000);
		const header = signatureHeader(harness.secret, seconds, sent);
		expect(await harness.send(host, `${sent}\n`, { header })).toMatchObject({ status: 401 });
	});

	it.each([
		'application/json; charset=utf-8',
		'application/vnd.api+json',
		'text/plain',
		'application/octet-stream',
		'application/x-www-form-urlencoded',
	])('is read with any content type: %s', async (contentType) => {
		const host = await harness.activated();
		const sent = event({ data: { text: 'Grüße 🥐 & 50% = 1+1' } });
		const { workflowData } = await harness.send(host, sent, { contentType });
		expect(workflowData).toEqual([[{ json: sent }]]);
	});

	it('is read with a byte order mark at the start', async () => {
		const host = await harness.activated();
		const sent = event();
		const { workflowData } = await harness.send(host, `\uFEFF${JSON.stringify(sent)}`);
		expect(workflowData).toEqual([[{ json: sent }]]);
	});

	it('is read if a proxy has compressed it', async () => {
		const host = await harness.activated();
		const sent = event();
		const seconds = Math.floor(harness.service.clock.now() / 1_000);
		const answer = await host.send({
			body: gzipSync(JSON.stringify(sent)),
			headers: {
				'Content-Encoding': 'gzip',
				'Service-Signature': signatureHeader(harness.secret, seconds, JSON.stringify(sent)),
			},
		});
		expect(answer.workflowData).toEqual([[{ json: sent }]]);
	});
});
