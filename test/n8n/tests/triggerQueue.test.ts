import { canRunQueueMode } from '../queueBackend';
import { setQueueStage, type QueueStage } from '../queueStage';
import { judge, NO_FAULTS, runsByEvent, settled } from '../triggerFates';
import { runStorm } from '../triggerStorm';
import { chain, noOperationStep, triggerStep } from '../workflows';

const EVENT_COUNT = Number(process.env.STORM_EVENTS ?? 150);
const CLOCK_SPEED = 120;
const MINUTE_MS = 60_000;
const limits = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

let stage: QueueStage;
let workflowId: string;

(canRunQueueMode() ? describe : describe.skip)('the trigger in queue mode', () => {
	beforeAll(async () => {
		stage = await setQueueStage({ N8N_LOG_LEVEL: 'info' }, { limits });
		const { n8n, workspaceId } = stage;
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

	afterAll(async () => await stage?.close(), 2 * MINUTE_MS);

	it(
		'lets each genuine event through once, in a storm that kills a receiver and a worker',
		async () => {
			const { n8n, service, workspaceId, receiver, workers } = stage;
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
					const killed = [receiver, ...workers.slice(0, 1)];
					await Promise.all(killed.map(async (each) => await each.kill()));
					for (const each of killed) await each.start();
				},
			});
			await settled(service, n8n.rest, workflowId);
			const runs = await runsByEvent(n8n.rest, workflowId);
			expect(judge(service, storm, runs)).toEqual(NO_FAULTS);
		},
		30 * MINUTE_MS,
	);
});
