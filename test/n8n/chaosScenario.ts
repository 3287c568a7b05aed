import { runChaos } from './chaos';
import { executionsByEvent, reportChaos, waitUntilSettled, type Violations } from './chaosResults';
import type { OwnTestbed } from './testbed';
import { chain, noOperationStep, triggerStep } from './workflows';

/** The service's first three retries follow 0.5, 3 and 18 seconds after the event. */
const CLOCK_SPEED = 120;

/** Rate limits that no chaos test reaches. */
export const CHAOS_LIMITS = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

/** @returns the id of an active workflow that starts with the trigger */
export async function importChaosWorkflow({ n8n, workspaceId }: OwnTestbed): Promise<string> {
	const trigger = triggerStep({
		workspaceId,
		events: ['post.published'],
		options: { replayFailed: true },
	});
	const workflow = chain('Chaos', [trigger, noOperationStep()]);
	return await n8n.importWorkflow(workflow, { active: true });
}

/**
 * Sends the events to the workflow in parallel, waits until it has settled, and prints and returns the result.
 *
 * @param crash stops and restarts n8n; called once, in the middle of the chaos. Default: all of it.
 */
export async function findChaosViolations(
	{ n8n, service, workspaceId }: OwnTestbed,
	workflowId: string,
	eventCount: number,
	crash = async () => {
		await n8n.kill9();
		await n8n.start();
	},
): Promise<Violations> {
	const [webhook] = service.state.webhooks.values();
	if (webhook === undefined) throw new Error('The trigger has not registered a webhook');
	service.clock.setSpeed(CLOCK_SPEED);
	const chaos = await runChaos({
		service,
		workspaceId: workspaceId.value,
		webhookUrl: webhook.url,
		signingSecret: webhook.signingSecret,
		eventCount,
		crash,
	});
	await waitUntilSettled(service, n8n.rest, workflowId);
	return reportChaos(service, chaos, await executionsByEvent(n8n.rest, workflowId));
}
