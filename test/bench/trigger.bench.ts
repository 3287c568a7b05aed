import { randomUUID } from 'node:crypto';

import { startN8n, type RunningN8n } from '../n8n/runningN8n';
import type { HostVersion } from '../n8n/install';
import { packNode } from '../n8n/packedNode';
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

const GOAL = 0.95;

interface Condition {
	name: string;
	version: HostVersion;
	env?: Record<string, string>;
	/** What the trigger has to reach 0.95 of. */
	goal: keyof Contenders;
}

/**
 * n8n 2.39 spares its own Webhook node, by its name, one of the two sandboxes for expressions that a request costs
 * otherwise. No other node can have that: hence a trigger that does nothing runs along, and the shortcut is switched
 * off in a second round.
 */
const conditions: Condition[] = [
	{ name: 'as it comes', version: 2, goal: 'minimal trigger' },
	{
		name: "without the Webhook node's shortcut",
		version: 2,
		env: { N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP: 'false' },
		goal: 'Webhook node',
	},
	{ name: 'as it comes', version: 1, goal: 'Webhook node' },
];

type Contenders = Record<'Webhook node' | 'minimal trigger' | 'verified events', Contender>;

/** Verified events per second, beside what n8n's own Webhook node and a trigger that does nothing reach. */
async function main(): Promise<void> {
	const tarball = packNode(console.log);
	const minimalTriggerFolder = buildMinimalTrigger();
	for (const condition of conditions) {
		const { version, env, goal } = condition;
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
			const ratio = measured['verified events'].perSecond / measured[goal].perSecond;
			console.log(`  ${ratio.toFixed(3)} of the ${goal} (goal: at least ${GOAL})`);
			if (ratio < GOAL) process.exitCode = 1;
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
				(cpuMs === undefined ? '' : `  CPU time of n8n ${cpuMs.toFixed(1)} ms each`),
		);
	}
}

/** A workflow for each contender, all active; each gets the same signed events. */
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
	if (response.status !== 200) throw new Error(`Answered with ${response.status}`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
