import { freePorts } from '../freePorts';
import { canRunProxy, Proxy } from '../proxy';
import { NO_VIOLATIONS } from '../chaosResults';
import { findChaosViolations, importChaosWorkflow, CHAOS_LIMITS } from '../chaosScenario';
import { startTestbed, type OwnTestbed } from '../testbed';

const EVENT_COUNT = Number(process.env.CHAOS_EVENTS ?? 250);
const MINUTE_MS = 60_000;

let proxy: Proxy;
let testbed: OwnTestbed;
let workflowId: string;

(canRunProxy() ? describe : describe.skip)('the trigger behind the documented proxy', () => {
	beforeAll(async () => {
		const [port = 0, proxyPort = 0] = await freePorts(2);
		proxy = await Proxy.start(proxyPort, port);
		const env = { N8N_LOG_LEVEL: 'info', WEBHOOK_URL: `http://127.0.0.1:${proxyPort}/` };
		testbed = await startTestbed({ port, env }, { limits: CHAOS_LIMITS });
		workflowId = await importChaosWorkflow(testbed);
	}, 5 * MINUTE_MS);

	afterAll(async () => {
		await testbed?.close();
		proxy?.stop();
	});

	it(
		'the trigger loses no event although n8n is killed midway, not even while n8n starts',
		async () => {
			const violations = await findChaosViolations(testbed, workflowId, EVENT_COUNT);
			expect(violations).toEqual({ ...NO_VIOLATIONS, acknowledgedDuringStartup: 0 });
		},
		30 * MINUTE_MS,
	);
});
