import type { RunningService } from '../../service';
import { PostMaker } from '../postMaker';
import { outputOf } from '../rest';
import { startTestbed, type Testbed } from '../testbed';
import { waitUntil } from '../waitUntil';
import { chain, noOperationStep, pollTriggerStep, staticDataStep } from '../workflows';

const START_TIMEOUT_MS = 600_000;
const ARRIVAL_TIMEOUT_MS = 120_000;
const NO_LIMITS = { credentialPerMinute: 100_000, userPerMinute: 100_000 };
const FINAL_STATUSES = ['published', 'partial', 'failed', 'blocked', 'needs_review'];

/** The final outcomes that the service knows: one of each post, and one of each of its deliveries. */
function outcomesOf({ state }: RunningService): string[] {
	return [...state.posts.values()]
		.flatMap((post) => [
			`post.${post.status} ${post.id}`,
			...post.destinations.map(({ id, status }) => `delivery.${status} ${id}`),
		])
		.filter((outcome) => FINAL_STATUSES.some((status) => outcome.includes(`.${status} `)));
}

describe.each([
	['n8n 2', 2],
	['n8n 1', 1],
] as const)('the polling trigger in %s', (_name, version) => {
	let testbed: Testbed;
	let workflowId: string;
	let posts: PostMaker;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, { limits: NO_LIMITS });
		const { n8n, service, workspaceId } = testbed;
		posts = new PostMaker(service);
		await posts.publish(10);
		await waitUntil(() => outcomesOf(service).length === 30, 10_000, 'the first posts');
		const events = FINAL_STATUSES.flatMap((status) => [`post.${status}`, `delivery.${status}`]);
		const trigger = pollTriggerStep({ workspaceId, events });
		workflowId = await n8n.importWorkflow(
			chain('Polls', [trigger, staticDataStep(), noOperationStep()]),
			{ active: true },
		);
		before = new Set(outcomesOf(service));
	}, START_TIMEOUT_MS);

	afterAll(async () => await testbed?.close());

	/** What was there when the workflow was activated. */
	let before: Set<string>;

	/** How often each outcome has reached the end of the workflow. */
	async function received(): Promise<Map<string, number>> {
		const counts = new Map<string, number>();
		for (const execution of await testbed.n8n.rest.executions(workflowId)) {
			for (const { json } of outputOf(execution, 'Received')) {
				const data = json.data as Record<string, string>;
				const outcome = `${String(json.type)} ${data.destination_id ?? data.post_id}`;
				counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
			}
		}
		return counts;
	}

	/** Waits until every outcome has come. Returns those that came more than once. */
	async function doubles(): Promise<string[]> {
		const { service } = testbed;
		const wanted = () => outcomesOf(service).filter((outcome) => !before.has(outcome));
		let counts = new Map<string, number>();
		await waitUntil(
			async () => {
				counts = await received();
				return wanted().every((outcome) => counts.has(outcome));
			},
			ARRIVAL_TIMEOUT_MS,
			`every outcome`,
		);
		expect([...counts.keys()].filter((outcome) => !wanted().includes(outcome))).toEqual([]);
		return [...counts].filter(([, count]) => count > 1).map(([outcome]) => outcome);
	}

	it('reports every outcome once while n8n runs', async () => {
		await posts.publish(20);
		expect(await doubles()).toEqual([]);
	}, ARRIVAL_TIMEOUT_MS);

	it('reports what happened while n8n was stopped, and nothing twice', async () => {
		const { n8n } = testbed;
		await n8n.restart();
		expect(await doubles()).toEqual([]);
	}, START_TIMEOUT_MS);
});
