import { setTimeout as sleep } from 'node:timers/promises';

import { Arrivals, FINAL_EVENTS, outcomesOf, unexplainedDoubles } from '../outcomes';
import { PostMaker } from '../postMaker';
import { canRunQueueMode } from '../queueBackend';
import { startQueueTestbed } from '../queueTestbed';
import { CHAOS_LIMITS } from '../chaosScenario';
import { startTestbed, type OwnTestbed } from '../testbed';
import { chain, noOperationStep, pollTriggerStep } from '../workflows';

/** Each post has three outcomes. */
const POST_COUNT = Math.ceil(Number(process.env.CHAOS_EVENTS ?? 240) / 3);
const MINUTE_MS = 60_000;
const PAUSE_MS = 200;
const LOOK_AGAIN_MS = 3_000;

const env = { N8N_LOG_LEVEL: 'info' };
const testbeds: Array<[name: string, start: () => Promise<OwnTestbed>]> = [
	['alone', async () => await startTestbed({ env }, { limits: CHAOS_LIMITS })],
];
if (canRunQueueMode()) {
	testbeds.push([
		'in queue mode',
		async () => await startQueueTestbed(env, { limits: CHAOS_LIMITS }),
	]);
}

describe.each(testbeds)('the polling trigger of n8n %s', (name, start) => {
	let testbed: OwnTestbed;

	beforeAll(async () => (testbed = await start()), 10 * MINUTE_MS);
	afterAll(async () => await testbed?.close(), 2 * MINUTE_MS);

	it(
		'reports every outcome although n8n is killed midway',
		async () => {
			const { n8n, service, workspaceId } = testbed;
			const trigger = pollTriggerStep({ workspaceId, events: FINAL_EVENTS });
			const workflow = chain('Chaos', [trigger, noOperationStep()]);
			const workflowId = await n8n.importWorkflow(workflow, { active: true });
			const arrivals = new Arrivals(n8n.rest, workflowId);
			const posts = new PostMaker(service);

			let killedAtMs = Infinity;
			let restarted: Promise<void> = Promise.resolve();
			for (let count = 0; count < POST_COUNT; count++) {
				await posts.publish(1);
				await sleep(PAUSE_MS);
				if (count !== Math.floor(POST_COUNT / 2)) continue;
				killedAtMs = Date.now();
				restarted = n8n.kill9().then(async () => await n8n.start());
			}
			await restarted;

			const missing = () =>
				outcomesOf(service).filter((outcome) => !arrivals.byOutcome.has(outcome));
			const endMs = Date.now() + 10 * MINUTE_MS;
			do {
				await sleep(LOOK_AGAIN_MS);
				await arrivals.update();
			} while (
				(missing().length > 0 || outcomesOf(service).length < 3 * POST_COUNT) &&
				Date.now() < endMs
			);

			const all = [...arrivals.byOutcome.values()];
			const copied = all.filter(({ length }) => length > 1).length;
			console.log(
				`n8n ${name}: ${all.length} outcomes came, ${missing().length} did not; ${copied} came twice around the kill`,
			);
			expect(missing()).toEqual([]);
			expect(unexplainedDoubles(arrivals, [killedAtMs])).toEqual([]);
		},
		30 * MINUTE_MS,
	);
});
