import { runStorm } from './storm';
import { executionsByEvent, reportStorm, waitUntilSettled, type Violations } from './stormResults';
import type { Testbed } from './testbed';
import { chain, noOperationStep, triggerStep } from './workflows';

/** The service's first three retries follow 0.5, 3 and 18 seconds after the event. */
const CLOCK_SPEED = 120;

/** Rate limits that a storm does not reach. */
export const STORM_LIMITS = { credentialPerMinute: 100_000, userPerMinute: 100_000 };

/** @returns the id of an active workflow that starts with the trigger */
export async function importStormWorkflow({ n8n, workspaceId }: Testbed): Promise<string> {
	const trigger = triggerStep({
		workspaceId,
		events: ['post.published'],
		options: { replayFailed: true },
	});
	const workflow = chain('Storm', [trigger, noOperationStep()]);
	return await n8n.importWorkflow(workflow, { active: true });
}

/**
 * Sends a storm of events to the workflow, waits until it has settled, and prints and returns the result.
 *
 * @param crash stops and restarts n8n; called once, in the middle of the storm. Default: all of it.
 */
export async function findStormViolations(
	{ n8n, service, workspaceId }: Testbed,
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
	const storm = await runStorm({
		service,
		workspaceId: workspaceId.value,
		webhookUrl: webhook.url,
		signingSecret: webhook.signingSecret,
		eventCount,
		crash,
	});
	await waitUntilSettled(service, n8n.rest, workflowId);
	return reportStorm(service, storm, await executionsByEvent(n8n.rest, workflowId));
}
