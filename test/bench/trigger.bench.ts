import { randomUUID } from 'node:crypto';

import type { HostVersion } from '../n8n/install';
import { packNode } from '../n8n/packedNode';
import { startN8n, type RunningN8n } from '../n8n/runningN8n';
import {
	chain,
	CREDENTIAL_TYPE,
	noOperationStep,
	triggerStep,
	webhookStep,
	type Step,
} from '../n8n/workflows';
import { signatureHeader, startService, type RunningService } from '../service';
import { buildMinimalTrigger, MINIMAL_TRIGGER_TYPE } from './buildMinimalTrigger';
import { measureInterleaved, type Contender, type Measurement } from './measureInterleaved';

const GOAL_RATIO = 0.95;

interface Condition {
	name: string;
	version: HostVersion;
	env?: Record<string, string>;
	/** The contender that the trigger's throughput is compared with. */
	baseline: keyof Contenders;
}

/**
 * A request normally needs two expression sandboxes. n8n 2.39 skips one of them for its own Webhook node, which it
 * recognizes by name. No other node can use this shortcut. The baseline is therefore a trigger that does nothing or,
 * with the shortcut disabled, the Webhook node.
 */
const conditions: Condition[] = [
	{ name: 'with default settings', version: 2, baseline: 'minimal trigger' },
	{
		name: "without the Webhook node's shortcut",
		version: 2,
		env: { N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP: 'false' },
		baseline: 'Webhook node',
	},
	{ name: 'with default settings', version: 1, baseline: 'Webhook node' },
];

type Contenders = Record<'Webhook node' | 'minimal trigger' | 'verified events', Contender>;

/** Measures verified events per second, compared with n8n's own Webhook node and a trigger that does nothing. */
async function main(): Promise<void> {
	const tarball = packNode(console.log);
	const minimalTriggerFolder = buildMinimalTrigger();
	for (const condition of conditions) {
		const { version, env, baseline } = condition;
		const service = await startService({ allowLoopbackWebhooks: true });
		const n8n = await startN8n({
			tarball,
			version,
			env: { N8N_LOG_LEVEL: 'info', N8N_CUSTOM_EXTENSIONS: minimalTriggerFolder, ...env },
		});
		try {
			const contenders = await prepare(n8n, service);
			const measured = await measureInterleaved(contenders, () => n8n.cpuTimeMs());
			console.log(`\nn8n ${n8n.n8nVersion} ${condition.name}`);
			print(measured);
			const ratio = measured['verified events'].perSecond / measured[baseline].perSecond;
			console.log(`  ${ratio.toFixed(3)} of the ${baseline} (goal: at least ${GOAL_RATIO})`);
		} finally {
			await n8n.stop();
			await service.close();
		}
	}
}

function print(measured: Record<keyof Contenders, Measurement>): void {
	for (const [name, { perSecond, cpuMs }] of Object.entries(measured)) {
		const ratio = perSecond / measured['Webhook node'].perSecond;
		console.log(
			`  ${name.padEnd(16)} ${perSecond.toFixed(1).padStart(6)}/s  ratio ${ratio.toFixed(3)}` +
				(cpuMs === undefined ? '' : `  n8n CPU time ${cpuMs.toFixed(1)} ms per request`),
		);
	}
}

/** Activates a workflow for each contender; each receives the same kind of signed events. */
async function prepare(n8n: RunningN8n, service: RunningService): Promise<Contenders> {
	await n8n.createCredential(CREDENTIAL_TYPE, {
		baseUrl: service.baseUrl,
		apiToken: service.token,
	});
	const activate = async (trigger: Step) =>
		await n8n.importWorkflow(chain(trigger.name, [trigger, noOperationStep()]), { active: true });

	const webhookPath = randomUUID();
	await activate(webhookStep(webhookPath, { responseMode: 'onReceived' }));
	const webhookId = randomUUID();
	await activate({
		name: 'Minimal Trigger',
		type: MINIMAL_TRIGGER_TYPE,
		typeVersion: 2,
		webhookId,
		parameters: {},
	});
	const workspaceId = { __rl: true, mode: 'id', value: service.workspaceId('Bakery') };
	await activate(triggerStep({ workspaceId, events: ['post.published'], options: {} }));
	const [webhook] = service.state.webhooks.values();
	if (webhook === undefined) throw new Error('The trigger has not registered its webhook');

	const sendTo = (url: string) => async () => await sendEvent(url, webhook.signingSecret);
	return {
		'Webhook node': sendTo(`${n8n.url}/webhook/${webhookPath}`),
		'minimal trigger': sendTo(`${n8n.url}/webhook/${webhookId}/webhook`),
		'verified events': sendTo(webhook.url),
	};
}

async function sendEvent(url: string, secret: string): Promise<void> {
	const body = JSON.stringify({
		id: randomUUID(),
		type: 'post.published',
		workspace_id: 'ws_1',
		created_at: new Date().toISOString(),
		data: { post_id: 'post_1', status: 'published' },
	});
	const header = signatureHeader(secret, Math.floor(Date.now() / 1_000), body);
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'Service-Signature': header },
		body,
	});
	await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`Unexpected status ${response.status}`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
