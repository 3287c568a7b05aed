import { canRunQueueMode } from '../queueBackend';
import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { reportStorm, NO_VIOLATIONS, executionsByEvent, waitUntilSettled } from '../stormResults';
import { runStorm } from '../storm';
import { chain, noOperationStep, triggerStep } from '../workflows';

const EVENT_COUNT = Number(process.env.STORM_EVENTS ?? 150);
const CLOCK_SPEED = 120;
const MINUTE_MS = 60_000;
const limits = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

let testbed: QueueTestbed;
let workflowId: string;

(canRunQueueMode() ? describe : describe.skip)('the trigger in queue mode', () => {
	beforeAll(async () => {
		testbed = await startQueueTestbed({ N8N_LOG_LEVEL: 'info' }, { limits });
		const { n8n, workspaceId } = testbed;
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

	afterAll(async () => await testbed?.close(), 2 * MINUTE_MS);

	it(
		'runs once for each genuine event in a storm that kills the webhook process and a worker',
		async () => {
			const { n8n, service, workspaceId, webhookProcess, workers } = testbed;
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
					const killed = [webhookProcess, ...workers.slice(0, 1)];
					await Promise.all(killed.map(async (each) => await each.kill()));
					for (const each of killed) await each.start();
				},
			});
			await waitUntilSettled(service, n8n.rest, workflowId);
			const runs = await executionsByEvent(n8n.rest, workflowId);
			expect(reportStorm(service, storm, runs)).toEqual(NO_VIOLATIONS);
		},
		30 * MINUTE_MS,
	);
});
