import { randomUUID } from 'node:crypto';

import { signatureHeader } from '../../service';
import { canRunQueueMode } from '../queueBackend';
import { startQueueTestbed } from '../queueTestbed';
import { outputOf } from '../execution';
import { startTestbed, type OwnTestbed } from '../testbed';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';
import { chain, noOperationStep, triggerStep } from '../workflows';

const testbeds: Array<[name: string, start: () => Promise<OwnTestbed>]> = [
	['n8n 2', async () => await startTestbed({ version: 2 })],
	['n8n 1', async () => await startTestbed({ version: 1 })],
];
if (canRunQueueMode()) testbeds.push(['queue mode', async () => await startQueueTestbed()]);

describe.each(testbeds)('the trigger in %s', (_name, start) => {
	let testbed: OwnTestbed;
	let workflowId: string;
	let signingSecret: string;

	beforeAll(async () => {
		testbed = await start();
		const { n8n, workspaceId } = testbed;
		const events = ['post.created', 'delivery.failed'];
		workflowId = await n8n.importWorkflow(
			chain('Listens', [triggerStep({ workspaceId, events }), noOperationStep()]),
			{ active: true },
		);
		signingSecret = registered()[0]?.signingSecret ?? '';
	});

	afterAll(async () => {
		await testbed?.close();
	});

	const registered = () => [...testbed.service.state.webhooks.values()];

	const receivedIds = async () => {
		const executions = await testbed.n8n.rest.executions(workflowId);
		return executions.flatMap((execution) =>
			outputOf(execution, 'Received').map(({ json }) => json.id),
		);
	};

	it('registers a webhook for the selected events when the workflow is activated', () => {
		expect(registered()).toEqual([
			expect.objectContaining({
				url: expect.stringContaining(testbed.webhookBaseUrl),
				events: ['post.created', 'delivery.failed'],
			}),
		]);
	});

	it('receives an event of the service once and unchanged', async () => {
		const { n8n, service } = testbed;
		const data = { post_id: 'post_1', status: 'draft' };
		const event = service.emit(service.workspaceId('Bakery'), 'post.created', data);
		await waitUntil(async () => (await receivedIds()).includes(event.id), TIMEOUT_MS, 'the event');

		const [execution] = await n8n.rest.executions(workflowId);
		expect(execution && outputOf(execution, 'Received')).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ id: event.id, type: 'post.created', data }),
			}),
		]);
	});

	const eventBody = (id: string, type: string) =>
		JSON.stringify({ id, type, workspace_id: 'w', created_at: '2026-01-01T00:00:00Z', data: {} });

	const post = async (body: string, headers: Record<string, string>) => {
		const [webhook] = registered();
		const response = await fetch(webhook?.url ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body,
		});
		return response.status;
	};

	const sign = (body: string, { secret = signingSecret, shiftSeconds = 0 } = {}) => {
		const timestampSeconds = Math.floor(Date.now() / 1000) + shiftSeconds;
		return { 'service-signature': signatureHeader(secret, timestampSeconds, body) };
	};

	/** Sends one more event, waits for it, and returns the ids of all events that the workflow ran for. */
	const idsSoFar = async () => {
		const lastId = randomUUID();
		const body = eventBody(lastId, 'post.created');
		expect(await post(body, sign(body))).toBe(200);
		await waitUntil(
			async () => (await receivedIds()).includes(lastId),
			TIMEOUT_MS,
			'the last event',
		);
		return await receivedIds();
	};

	it('returns 200 for an event that it has received before, and does not run again', async () => {
		const id = randomUUID();
		const body = eventBody(id, 'post.created');
		expect(await post(body, sign(body))).toBe(200);
		expect(await post(body, sign(body))).toBe(200);
		// In queue mode, the execution of a later event may end first.
		await waitUntil(async () => (await receivedIds()).includes(id), TIMEOUT_MS, 'the event');
		expect((await idsSoFar()).filter((received) => received === id)).toHaveLength(1);
	});

	it.each<[string, number, (body: string) => Record<string, string>, string?]>([
		['an event of a type that was not selected', 200, (body) => sign(body), 'media.ready'],
		['no signature', 401, () => ({})],
		['a malformed signature', 401, () => ({ 'service-signature': 'v1=abc' })],
		['a signature with another secret', 401, (body) => sign(body, { secret: 'another' })],
		['a signature six minutes old', 401, (body) => sign(body, { shiftSeconds: -360 })],
		['a signature six minutes ahead', 401, (body) => sign(body, { shiftSeconds: 360 })],
	])('does not run for %s: %i', async (_name, status, headers, type = 'post.created') => {
		const id = randomUUID();
		const body = eventBody(id, type);
		expect(await post(body, headers(body))).toBe(status);
		expect(await idsSoFar()).not.toContain(id);
	});

	it('returns 400 for a signed body that is not an event', async () => {
		// n8n itself rejects invalid JSON with 422 before any node receives it.
		const text = 'not JSON';
		expect(await post(text, { ...sign(text), 'content-type': 'text/plain' })).toBe(400);
		for (const body of ['[]', '{"type":"post.created"}']) {
			expect(await post(body, sign(body))).toBe(400);
		}
	});

	it('remembers its secret and the received events after a restart', async () => {
		const id = randomUUID();
		const body = eventBody(id, 'post.created');
		expect(await post(body, sign(body))).toBe(200);
		await testbed.n8n.restart();
		expect(await post(body, sign(body))).toBe(200);
		expect((await idsSoFar()).filter((received) => received === id)).toHaveLength(1);
		expect(registered()).toHaveLength(1);
	});

	it('removes the webhook when the workflow is deactivated', async () => {
		await testbed.n8n.rest.deactivate(workflowId);
		expect(registered()).toEqual([]);
	});

	it('never writes the token or the signing secret to the log', () => {
		const { n8n, service } = testbed;
		expect(signingSecret).not.toBe('');
		expect(n8n.secretsInLog([service.token, signingSecret])).toEqual([]);
	});
});
