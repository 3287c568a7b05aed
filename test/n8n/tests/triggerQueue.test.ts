import { signatureHeader } from '../../service';
import { freePorts, type N8nProcess } from '../process';
import { setStage, type Stage } from '../stage';
import { canRunQueueMode, QueueBackend, startBeside } from '../triggerQueue';
import { judge, NO_FAULTS, runsByEvent, settled } from '../triggerFates';
import { runStorm } from '../triggerStorm';
import { chain, noOperationStep, triggerStep } from '../workflows';

const EVENT_COUNT = Number(process.env.STORM_EVENTS ?? 150);
const CLOCK_SPEED = 120;
const MINUTE_MS = 60_000;
const limits = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

let backend: QueueBackend;
let stage: Stage;
let workflowId: string;
let receiver: N8nProcess;
let workers: N8nProcess[] = [];
let env: Record<string, string>;

/** A main process that runs nothing itself, one that receives webhooks, and two that run workflows. */
(canRunQueueMode() ? describe : describe.skip)('the trigger in queue mode', () => {
	beforeAll(async () => {
		backend = await QueueBackend.start();
		const [receiverPort = 0, ...workerPorts] = await freePorts(3);
		env = {
			...backend.env,
			WEBHOOK_URL: `http://127.0.0.1:${receiverPort}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		};
		stage = await setStage({ env }, { limits });
		const { n8n, workspaceId } = stage;
		receiver = await startBeside('webhook', n8n.userFolder, receiverPort, env);
		for (const port of workerPorts) {
			workers.push(await startBeside('worker', n8n.userFolder, port, env));
		}
		const parameters = {
			workspaceId,
			events: ['post.published'],
			options: { replayFailed: true },
		};
		workflowId = await n8n.importWorkflow(
			chain('Storm', [triggerStep(parameters), noOperationStep()]),
			{ active: true },
		);
	}, 10 * MINUTE_MS);

	afterAll(async () => {
		await Promise.all([receiver, ...workers].map(async (each) => await each?.stop()));
		workers = [];
		await stage?.close();
		await backend?.stop();
	}, 2 * MINUTE_MS);

	it(
		'answers by the table, in a process that did not register the webhook',
		async () => {
			const { n8n, service } = stage;
			const [webhook] = service.state.webhooks.values();
			if (webhook === undefined) throw new Error('There is no webhook');
			const send = async (id: string, secret: string, type = 'post.published') => {
				const body = JSON.stringify({ id, type, workspace_id: 'w', created_at: '', data: {} });
				const header = signatureHeader(secret, Math.floor(Date.now() / 1_000), body);
				const response = await fetch(webhook.url, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', 'Service-Signature': header },
					body,
				});
				return response.status;
			};
			const { signingSecret } = webhook;
			expect(await send('one', signingSecret)).toBe(200);
			expect(await send('one', signingSecret)).toBe(200);
			expect(await send('two', 'guessed')).toBe(401);
			expect(await send('three', signingSecret, 'media.ready')).toBe(200);
			await Promise.all(Array.from({ length: 8 }, async () => await send('four', signingSecret)));
			await receiver.kill();
			await receiver.start();
			expect(await send('one', signingSecret)).toBe(200);
			expect(await send('four', signingSecret)).toBe(200);
			await settled(service, n8n.rest, workflowId);
			const runs = await runsByEvent(n8n.rest, workflowId);
			expect([...runs].map(([id, executions]) => [id, executions.length]).sort()).toEqual([
				['four', 1],
				['one', 1],
			]);
		},
		5 * MINUTE_MS,
	);

	it(
		'lets each genuine event through once, in a storm that kills a receiver and a worker',
		async () => {
			const { n8n, service, workspaceId } = stage;
			const [webhook] = service.state.webhooks.values();
			if (webhook === undefined) throw new Error('There is no webhook');
			service.clock.setSpeed(CLOCK_SPEED);
			const storm = await runStorm({
				service,
				workspaceId: workspaceId.value,
				webhookUrl: webhook.url,
				signingSecret: webhook.signingSecret,
				eventCount: EVENT_COUNT,
				async crash() {
					await Promise.all([receiver.kill(), workers[0]?.kill()]);
					await receiver.start();
					await workers[0]?.start();
				},
			});
			await settled(service, n8n.rest, workflowId);
			const runs = await runsByEvent(n8n.rest, workflowId);
			expect(judge(service, storm, runs)).toEqual(NO_FAULTS);
		},
		30 * MINUTE_MS,
	);
});
