import { setTimeout as sleep } from 'node:timers/promises';

import { Arrivals, FINAL_EVENTS, outcomesOf, unexplainedDoubles } from '../outcomes';
import { PostMaker } from '../postMaker';
import { startTestbed, type OwnTestbed } from '../testbed';
import { waitUntil } from '../waitUntil';
import { chain, noOperationStep, pollTriggerStep, staticDataStep } from '../workflows';

const START_TIMEOUT_MS = 600_000;
const ARRIVAL_TIMEOUT_MS = 300_000;
const TEST_TIMEOUT_MS = 900_000;
const LOOK_AGAIN_MS = 2_000;
const NO_LIMITS = { credentialPerMinute: 100_000, userPerMinute: 100_000 };
const POSTS_BEFORE = 10;

describe.each([
	['n8n 2', 2],
	['n8n 1', 1],
] as const)('the polling trigger in %s', (_name, version) => {
	let testbed: OwnTestbed;
	let posts: PostMaker;
	let arrivals: Arrivals;
	/** The outcomes that existed when the workflow was activated. */
	let before: Set<string>;
	const killedAtMs: number[] = [];

	beforeAll(async () => {
		testbed = await startTestbed({ version }, { limits: NO_LIMITS });
		const { n8n, service, workspaceId } = testbed;
		posts = new PostMaker(service);
		await posts.publish(POSTS_BEFORE);
		await waitUntil(() => !isUnderWay(), ARRIVAL_TIMEOUT_MS, 'the first posts');
		before = new Set(outcomesOf(service));
		const trigger = pollTriggerStep({ workspaceId, events: FINAL_EVENTS });
		const workflow = chain('Polls', [trigger, staticDataStep(), noOperationStep()]);
		arrivals = new Arrivals(n8n.rest, await n8n.importWorkflow(workflow, { active: true }));
	}, START_TIMEOUT_MS);

	afterAll(async () => {
		const all = [...arrivals.byOutcome.values()];
		const copies = all.reduce((sum, { length }) => sum + length - 1, 0);
		console.log(
			`n8n ${version}: ${all.length} outcomes, ${copies} copies after ${killedAtMs.length} kills`,
		);
		await testbed?.close();
	});

	const isUnderWay = () =>
		[...testbed.service.state.posts.values()].some(({ status }) => status === 'publishing');

	/** Waits until every outcome so far has come. */
	async function everyOutcome(): Promise<void> {
		const isMissing = () =>
			outcomesOf(testbed.service).some(
				(outcome) => !before.has(outcome) && !arrivals.byOutcome.has(outcome),
			);
		const endMs = Date.now() + ARRIVAL_TIMEOUT_MS;
		while (isUnderWay() || isMissing()) {
			if (Date.now() > endMs) throw new Error('An outcome is missing');
			await sleep(LOOK_AGAIN_MS);
			await arrivals.update();
		}
	}

	function expectNoInvention(): void {
		const known = new Set(outcomesOf(testbed.service));
		const invented = [...arrivals.byOutcome.keys()].filter(
			(outcome) => before.has(outcome) || !known.has(outcome),
		);
		expect(invented).toEqual([]);
		expect(unexplainedDoubles(arrivals, killedAtMs)).toEqual([]);
	}

	it(
		'reports every outcome once while n8n runs',
		async () => {
			await posts.publish(20);
			await everyOutcome();
			expectNoInvention();
		},
		TEST_TIMEOUT_MS,
	);

	it(
		'reports what happens while n8n is stopped, and nothing twice',
		async () => {
			await Promise.all([testbed.n8n.restart(), posts.publish(20)]);
			await everyOutcome();
			expectNoInvention();
		},
		TEST_TIMEOUT_MS,
	);

	it(
		'reports everything after an outage of the service and after truncated responses',
		async () => {
			const { faults } = testbed.service;
			const operation = 'list_posts';
			faults.add({ operation, times: 6, action: { kind: 'drop', when: 'before' } });
			faults.add({ operation, times: 6, action: { kind: 'cut' } });
			await posts.publish(20);
			await everyOutcome();
			expect(faults.pending).toBe(0);
			expectNoInvention();
		},
		TEST_TIMEOUT_MS,
	);

	it(
		'loses no event when n8n is killed while it starts executions',
		async () => {
			for (let kill = 0; kill < 2; kill++) {
				const already = arrivals.byOutcome.size;
				await posts.publish(10);
				await waitUntil(
					async () => {
						await arrivals.update();
						return arrivals.byOutcome.size > already;
					},
					ARRIVAL_TIMEOUT_MS,
					'the first of the new outcomes',
				);
				killedAtMs.push(Date.now());
				await testbed.n8n.kill9();
				await posts.publish(5);
				await testbed.n8n.start();
				await everyOutcome();
			}
			expectNoInvention();
		},
		2 * TEST_TIMEOUT_MS,
	);

	it('never writes the token to the log', () => {
		expect(testbed.n8n.secretsInLog([testbed.service.token])).toEqual([]);
	});
});
