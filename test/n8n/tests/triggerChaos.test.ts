import { executionsByEvent, NO_VIOLATIONS, waitUntilSettled } from '../chaosResults';
import { findChaosViolations, importChaosWorkflow, CHAOS_LIMITS } from '../chaosScenario';
import { startTestbed, type OwnTestbed } from '../testbed';

const EVENT_COUNT = Number(process.env.CHAOS_EVENTS ?? 250);
const MINUTE_MS = 60_000;

let testbed: OwnTestbed;
let workflowId: string;

beforeAll(async () => {
	// At the debug level, logging would dominate n8n's work.
	testbed = await startTestbed({ env: { N8N_LOG_LEVEL: 'info' } }, { limits: CHAOS_LIMITS });
	workflowId = await importChaosWorkflow(testbed);
});

afterAll(async () => await testbed?.close());

it(
	'the workflow runs once for each genuine event although n8n is killed midway',
	async () => {
		const violations = await findChaosViolations(testbed, workflowId, EVENT_COUNT);
		expect(violations).toMatchObject(NO_VIOLATIONS);
	},
	30 * MINUTE_MS,
);

it(
	'the trigger replays the events missed while the workflow was deactivated, once it is active again',
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
