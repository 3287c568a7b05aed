import { waitUntil } from '../process';
import type { Execution } from '../rest';
import { setStage, type Stage } from '../stage';
import { runsByEvent, runStorm, type Storm } from '../triggerStorm';
import { chain, noOperationStep, triggerStep } from '../workflows';

const EVENT_COUNT = Number(process.env.STORM_EVENTS ?? 1_000);
/** The service's first three retries come 0.5, 3 and 18 seconds after the event. */
const CLOCK_SPEED = 120;
const MINUTE_MS = 60_000;

let stage: Stage;
let workflowId: string;
const limits = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

beforeAll(async () => {
	// At the debug level n8n writes more than it works.
	stage = await setStage({ env: { N8N_LOG_LEVEL: 'info' } }, { limits });
	stage.service.clock.setSpeed(CLOCK_SPEED);
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
}, 300_000);

afterAll(async () => await stage?.close());

/** All that the service has sent has arrived, and the executions are over. */
async function settled(): Promise<void> {
	const { service } = stage;
	await waitUntil(
		() => {
			const latest = new Map<string, string>();
			for (const { event, status } of service.state.webhookDeliveries.values()) {
				if (latest.get(event.id) !== 'succeeded') latest.set(event.id, status);
			}
			return service.events.every(({ id }) => latest.get(id) === 'succeeded');
		},
		10 * MINUTE_MS,
		'every event to arrive',
	);
	await waitUntil(
		async () => (await unfinished()).length === 0,
		MINUTE_MS,
		'every execution to end',
	);
}

async function unfinished(): Promise<Execution[]> {
	const executions = await stage.n8n.rest.executions(workflowId);
	return executions.filter(({ status }) => ['new', 'running', 'waiting'].includes(status));
}

it(
	'lets each genuine event through once, in a storm that kills n8n on the way',
	async () => {
		const { n8n, service, workspaceId } = stage;
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
		await settled();
		const runs = await runsByEvent(n8n.rest, workflowId);
		const fates = report(storm, runs);

		expect(storm.forged.filter((status) => status !== 401 && status !== 0)).toEqual([]);
		const strangers = [...runs].filter(([id]) => !storm.copies.has(id));
		expect(strangers.flatMap(([, executions]) => executions).filter(isWhole)).toEqual([]);
		expect(fates).not.toContain('never');
		expect(fates).not.toContain('twice');
	},
	30 * MINUTE_MS,
);

it(
	'brings what failed while the workflow was off, once it is on again',
	async () => {
		const { n8n, service, workspaceId } = stage;
		await n8n.rest.deactivate(workflowId);
		const missed = Array.from(
			{ length: 20 },
			(_, index) => service.emit(workspaceId.value, 'post.published', { missed: index }).id,
		);
		// The service gives them up: nothing but a replay brings them now.
		service.clock.setSpeed(1);
		await service.clock.advance(16 * 60 * MINUTE_MS);
		const before = await runsByEvent(n8n.rest, workflowId);
		expect(missed.filter((id) => before.has(id))).toEqual([]);

		await n8n.rest.activate(workflowId);
		await settled();
		const after = await runsByEvent(n8n.rest, workflowId);
		const counts = missed.map((id) => after.get(id)?.length ?? 0);
		console.log(
			`Missed while off: ${missed.length}; arrived by replay: ${counts.filter((count) => count === 1).length}`,
		);
		expect(counts).toEqual(missed.map(() => 1));
	},
	5 * MINUTE_MS,
);

function isWhole({ status }: Execution): boolean {
	return status === 'success';
}

type Fate = 'once' | 'cut off, then once' | 'cut off' | 'twice' | 'never';

/** An execution that the kill cut off is n8n's to lose: it neither ends it nor starts it again. */
function fateOf(executions: Execution[]): Fate {
	const whole = executions.filter(isWhole).length;
	if (whole > 1) return 'twice';
	if (whole === 1) return executions.length === 1 ? 'once' : 'cut off, then once';
	return executions.length > 0 ? 'cut off' : 'never';
}

/** Prints how many events were accepted how often, and how often each ran. */
function report({ copies, forged }: Storm, runs: Map<string, Execution[]>): Fate[] {
	const rows: Record<string, Record<Fate | 'events', number>> = {};
	const fates = [...copies].map(([id, { accepted }]) => {
		const deliveries = [...stage.service.state.webhookDeliveries.values()].filter(
			({ event, status }) => event.id === id && status === 'succeeded',
		);
		const row = (rows[`accepted ${accepted + deliveries.length} times`] ??= {
			events: 0,
			once: 0,
			'cut off, then once': 0,
			'cut off': 0,
			twice: 0,
			never: 0,
		});
		const fate = fateOf(runs.get(id) ?? []);
		row.events++;
		row[fate]++;
		return fate;
	});
	console.table(Object.fromEntries(Object.entries(rows).sort()));
	const refused = forged.filter((status) => status === 401).length;
	const missed = forged.filter((status) => status === 0).length;
	console.log(
		`Forged or stale: ${forged.length}; refused: ${refused}; met n8n while it was down: ${missed}`,
	);
	return fates;
}
