import { startTestbed, type Testbed } from '../testbed';
import { reportStorm, NO_VIOLATIONS, executionsByEvent, waitUntilSettled } from '../stormResults';
import { runStorm } from '../storm';
import { chain, noOperationStep, triggerStep } from '../workflows';

const EVENT_COUNT = Number(process.env.STORM_EVENTS ?? 250);
/** The service's first three retries come 0.5, 3 and 18 seconds after the event. */
const CLOCK_SPEED = 120;
const MINUTE_MS = 60_000;

let testbed: Testbed;
let workflowId: string;
const limits = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

beforeAll(async () => {
	// At the debug level, logging would dominate n8n's work.
	testbed = await startTestbed({ env: { N8N_LOG_LEVEL: 'info' } }, { limits });
	testbed.service.clock.setSpeed(CLOCK_SPEED);
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
}, 300_000);

afterAll(async () => await testbed?.close());

it(
	'runs once for each genuine event in a storm that kills n8n midway',
	async () => {
		const { n8n, service, workspaceId } = testbed;
		const [webhook] = service.state.webhooks.values();
		if (webhook === undefined) throw new Error('There is no webhook');
		const storm = await runStorm({
			service,
			workspaceId: workspaceId.value,
			webhookUrl: webhook.url,
			signingSecret: webhook.signingSecret,
			eventCount: EVENT_COUNT,
			async crash() {
				await n8n.kill9();
				await n8n.start();
			},
		});
		await waitUntilSettled(service, n8n.rest, workflowId);
		const runs = await executionsByEvent(n8n.rest, workflowId);
		expect(reportStorm(service, storm, runs)).toEqual(NO_VIOLATIONS);
	},
	30 * MINUTE_MS,
);

it(
	'replays the events missed while the workflow was deactivated, once it is active again',
	async () => {
		const { n8n, service, workspaceId } = testbed;
		await n8n.rest.deactivate(workflowId);
		const missed = Array.from(
			{ length: 20 },
			(_, index) => service.emit(workspaceId.value, 'post.published', { missed: index }).id,
		);
		// The service stops retrying: only a replay delivers them now.
		service.clock.setSpeed(1);
		await service.clock.advance(16 * 60 * MINUTE_MS);
		const before = await executionsByEvent(n8n.rest, workflowId);
		expect(missed.filter((id) => before.has(id))).toEqual([]);

		await n8n.rest.activate(workflowId);
		await waitUntilSettled(service, n8n.rest, workflowId);
		const after = await executionsByEvent(n8n.rest, workflowId);
		const counts = missed.map((id) => after.get(id)?.length ?? 0);
		console.log(
			`Missed while deactivated: ${missed.length}; received by replay: ${counts.filter((count) => count === 1).length}`,
		);
		expect(counts).toEqual(missed.map(() => 1));
	},
	5 * MINUTE_MS,
);
