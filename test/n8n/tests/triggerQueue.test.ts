import { canRunQueueMode } from '../queueBackend';
import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { NO_VIOLATIONS } from '../chaosResults';
import { findChaosViolations, importChaosWorkflow, CHAOS_LIMITS } from '../chaosScenario';

const EVENT_COUNT = Number(process.env.CHAOS_EVENTS ?? 150);
const MINUTE_MS = 60_000;

let testbed: QueueTestbed;
let workflowId: string;

(canRunQueueMode() ? describe : describe.skip)('the trigger in queue mode', () => {
	beforeAll(async () => {
		testbed = await startQueueTestbed({ N8N_LOG_LEVEL: 'info' }, { limits: CHAOS_LIMITS });
		workflowId = await importChaosWorkflow(testbed);
	}, 10 * MINUTE_MS);

	afterAll(async () => await testbed?.close(), 2 * MINUTE_MS);

	it(
		'the workflow runs once for each genuine event although the webhook process and a worker are killed',
		async () => {
			const { webhookProcess, workers } = testbed;
			const crash = async () => {
				const killed = [webhookProcess, ...workers.slice(0, 1)];
				await Promise.all(killed.map(async (each) => await each.kill()));
				for (const each of killed) await each.start();
			};
			const violations = await findChaosViolations(testbed, workflowId, EVENT_COUNT, crash);
			expect(violations).toMatchObject(NO_VIOLATIONS);
		},
		30 * MINUTE_MS,
	);
});
