import { randomUUID } from 'node:crypto';

import { startN8n, type RunningN8n } from '../n8n/host';
import type { HostVersion } from '../n8n/install';
import { packNode } from '../n8n/pack';
import {
	chain,
	CREDENTIAL_TYPE,
	noOperationStep,
	triggerStep,
	webhookStep,
} from '../n8n/workflows';
import { signatureHeader, startService, type RunningService } from '../service';

/** The two are measured in turn, in short rounds, so that whatever else the machine does meets both alike. */
const ROUNDS = 4;
const REQUESTS_A_ROUND = 150;
const CONCURRENCY = 8;
const GOAL = 0.95;

interface Condition {
	name: string;
	version: HostVersion;
	/**
	 * Gives the Webhook node what n8n 2.39 charges every other node for: the sandbox for expressions, which it spares
	 * its own Webhook node alone, and the check of a credential in the workflow.
	 */
	isEqual: boolean;
	/** Whether the trigger has the ids that it has seen stored, which is one write for each event. */
	ignoreDuplicates: boolean;
	goal?: number;
}

const conditions: Condition[] = [
	{ name: 'equal, verified', version: 2, isEqual: true, ignoreDuplicates: false, goal: GOAL },
	{ name: 'equal, and remembered', version: 2, isEqual: true, ignoreDuplicates: true },
	{ name: 'as it comes', version: 2, isEqual: false, ignoreDuplicates: true },
	{ name: 'as it comes', version: 1, isEqual: false, ignoreDuplicates: false, goal: GOAL },
];

const withoutShortcut = { N8N_EXPRESSION_ENGINE_ALLOW_WEBHOOK_ISOLATE_SKIP: 'false' };

type Send = () => Promise<number>;

/** Verified events per second through the trigger, beside requests per second through n8n's own Webhook node. */
async function main(): Promise<void> {
	const tarball = packNode(console.log);
	console.log(`Medians of ${ROUNDS} rounds of ${REQUESTS_A_ROUND} requests each:`);
	for (const condition of conditions) {
		const ratio = await compare(tarball, condition);
		if (condition.goal !== undefined && ratio < condition.goal) process.exitCode = 1;
	}
}

async function compare(tarball: string, condition: Condition): Promise<number> {
	const { name, version, isEqual, goal } = condition;
	const service = await startService({ allowLoopbackWebhooks: true });
	const n8n = await startN8n({
		tarball,
		version,
		env: { N8N_LOG_LEVEL: 'info', ...(isEqual && withoutShortcut) },
	});
	try {
		const { bare, verified } = await prepare(n8n, service, condition);
		await Promise.all([perSecond(bare), perSecond(verified)]);
		const pairs: Array<{ bare: number; verified: number }> = [];
		for (let round = 0; round < ROUNDS; round++) {
			const isEven = round % 2 === 0;
			const first = await perSecond(isEven ? bare : verified);
			const second = await perSecond(isEven ? verified : bare);
			pairs.push(isEven ? { bare: first, verified: second } : { bare: second, verified: first });
		}
		const ratio = median(pairs.map((pair) => pair.verified / pair.bare));
		const perSecondOf = (kind: 'bare' | 'verified') =>
			median(pairs.map((pair) => pair[kind])).toFixed(1);
		console.log(
			[
				`n8n ${n8n.n8nVersion} ${name}`.padEnd(48),
				`bare Webhook node ${perSecondOf('bare')}/s`.padEnd(26),
				`verified trigger ${perSecondOf('verified')}/s`.padEnd(25),
				`ratio ${ratio.toFixed(3)}${goal === undefined ? '' : ` (goal: at least ${goal})`}`,
			].join(' '),
		);
		return ratio;
	} finally {
		await n8n.stop();
		await service.close();
	}
}

/** A workflow that starts with a bare Webhook node, and one that starts with the trigger. */
async function prepare(
	n8n: RunningN8n,
	service: RunningService,
	{ ignoreDuplicates, isEqual }: Condition,
): Promise<{ bare: Send; verified: Send }> {
	await n8n.createCredential(CREDENTIAL_TYPE, {
		baseUrl: service.baseUrl,
		apiToken: service.token,
	});
	const path = randomUUID();
	const credentials = { [CREDENTIAL_TYPE]: { id: null, name: '' } };
	await n8n.importWorkflow(
		chain('Bare', [
			webhookStep(path, { responseMode: 'onReceived' }),
			{ ...noOperationStep(), ...(isEqual && { credentials }) },
		]),
		{ active: true },
	);
	const workspaceId = { __rl: true, mode: 'id', value: service.workspaceId('Bakery') };
	await n8n.importWorkflow(
		chain('Verified', [
			triggerStep({ workspaceId, events: ['post.published'], options: { ignoreDuplicates } }),
			noOperationStep(),
		]),
		{ active: true },
	);
	const [webhook] = service.state.webhooks.values();
	if (webhook === undefined) throw new Error('The trigger has not registered its webhook');
	return {
		bare: sender(`${n8n.url}/webhook/${path}`, webhook.signingSecret),
		verified: sender(webhook.url, webhook.signingSecret),
	};
}

/** Both get the same signed events, each with an id of its own. */
function sender(url: string, secret: string): Send {
	return async () => {
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
		return response.status;
	};
}

async function perSecond(send: Send): Promise<number> {
	let left = REQUESTS_A_ROUND;
	const startMs = performance.now();
	const sendInTurn = async () => {
		while (left-- > 0) {
			const status = await send();
			if (status !== 200) throw new Error(`Answered with ${status}`);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, sendInTurn));
	return REQUESTS_A_ROUND / ((performance.now() - startMs) / 1_000);
}

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
