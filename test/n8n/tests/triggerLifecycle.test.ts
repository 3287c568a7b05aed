import { rmSync } from 'node:fs';

import { copyUserFolder } from '../copyOfN8n';
import type { HostVersion } from '../install';
import { canRunQueueMode } from '../queueBackend';
import { startQueueTestbed } from '../queueTestbed';
import { outputOf } from '../execution';
import { type WorkflowJson } from '../rest';
import { startN8n, type RunningN8n } from '../runningN8n';
import { startTestbed, type OwnTestbed } from '../testbed';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';
import { chain, CREDENTIAL_TYPE, noOperationStep, triggerStep } from '../workflows';

const testbeds: Array<[name: string, start: () => Promise<OwnTestbed>]> = [
	['n8n 2', async () => await startTestbed({ env: { N8N_LOG_LEVEL: 'info' } })],
];
if (canRunQueueMode()) {
	testbeds.push(['queue mode', async () => await startQueueTestbed({ N8N_LOG_LEVEL: 'info' })]);
}

describe.each(testbeds)('the lifecycle of a webhook in %s', (_name, start) => {
	let testbed: OwnTestbed;

	beforeAll(async () => {
		testbed = await start();
	});

	afterAll(async () => await testbed?.close());

	const webhooks = () => [...testbed.service.state.webhooks.values()];

	function listeningWorkflow(): WorkflowJson {
		const { workspaceId } = testbed;
		return chain('Listens', [
			triggerStep({ workspaceId, events: ['post.created'] }),
			noOperationStep(),
		]);
	}

	it('receives a test event and then removes the test webhook, but not the production one', async () => {
		const { n8n, service, workspaceId } = testbed;
		const workflowId = await n8n.importWorkflow(listeningWorkflow(), { active: true });
		const [production] = webhooks();
		expect(await n8n.rest.runManually(workflowId, 'Social Publishing Trigger')).toBeUndefined();
		expect(webhooks()).toMatchObject([
			{ id: production?.id },
			{ url: expect.stringContaining('/webhook-test/') },
		]);

		const { id } = service.emit(workspaceId.value, 'post.created', { post_id: 'p' });
		await waitUntil(() => webhooks().length === 1, TIMEOUT_MS, 'the test webhook to be removed');
		expect(webhooks()).toEqual([production]);
		const received = async () => {
			const executions = await n8n.rest.executions(workflowId);
			return executions
				.filter((execution) => outputOf(execution, 'Received')[0]?.json.id === id)
				.map(({ mode }) => mode)
				.sort();
		};
		const both = async () => (await received()).length === 2;
		await waitUntil(both, TIMEOUT_MS, 'the event in both executions');
		expect(await received()).toEqual(['manual', 'webhook']);
		await n8n.rest.deactivate(workflowId);
		expect(webhooks()).toEqual([]);
	});

	it('deactivates while the service is down, logs a warning, and replaces the webhook later', async () => {
		const { n8n, service } = testbed;
		const workflowId = await n8n.importWorkflow(listeningWorkflow(), { active: true });
		const [before] = webhooks();
		service.faults.add({
			operation: 'delete_webhook',
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		await n8n.rest.deactivate(workflowId);
		expect(n8n.log).toContain('could not be deleted in the service');
		expect(webhooks()).toEqual([before]);
		await n8n.rest.activate(workflowId);
		expect(webhooks()).toHaveLength(1);
		expect(webhooks()[0]?.id).not.toBe(before?.id);
		await n8n.rest.deactivate(workflowId);
		expect(webhooks()).toEqual([]);
	});

	it('removes the old webhook when the workflow is published with another credential', async () => {
		const { n8n, service } = testbed;
		const workflow = listeningWorkflow();
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const [before] = webhooks();
		const other = await n8n.rest.createCredential('Another', CREDENTIAL_TYPE, {
			baseUrl: service.baseUrl,
			apiToken: service.createToken(),
		});
		const nodes = workflow.nodes.map((node) => ({
			...node,
			...(node.credentials && { credentials: { [CREDENTIAL_TYPE]: other } }),
		}));
		await n8n.rest.request('PATCH', `/workflows/${workflowId}`, { nodes });
		await n8n.rest.activate(workflowId);
		expect(webhooks()).toHaveLength(1);
		expect(webhooks()[0]?.credentialId).not.toBe(before?.credentialId);
		await n8n.rest.deactivate(workflowId);
		expect(webhooks()).toEqual([]);
	});

	it('explains WEBHOOK_URL if the service cannot reach this n8n', async () => {
		const { n8n } = testbed;
		await n8n.createCredential(CREDENTIAL_TYPE, {
			baseUrl: 'https://service.example.com/api/v1',
			apiToken: 'none',
		});
		const workflowId = await n8n.importWorkflow(listeningWorkflow());
		await expect(n8n.rest.activate(workflowId)).rejects.toThrow(
			/can only be reached from this machine.*WEBHOOK_URL/,
		);
	});
});

const versions: HostVersion[] = [1, 2];

describe.each(versions)("a clone of n8n %d's database", (version) => {
	let production: OwnTestbed;
	let staging: RunningN8n;
	let cloneFolder: string;

	beforeAll(async () => {
		production = await startTestbed({ version, env: { N8N_LOG_LEVEL: 'info' } });
	});

	afterAll(async () => {
		await staging?.stop();
		await production?.close();
		if (cloneFolder) rmSync(cloneFolder, { recursive: true, force: true });
	});

	it('registers a webhook of its own, and its deactivation leaves that of the original', async () => {
		const { n8n, service, workspaceId } = production;
		const steps = [triggerStep({ workspaceId, events: ['post.created'] }), noOperationStep()];
		const workflowId = await n8n.importWorkflow(chain('Listens', steps), { active: true });
		const webhooks = () => [...service.state.webhooks.values()];
		const [original] = webhooks().map((webhook) => ({ ...webhook }));

		cloneFolder = await copyUserFolder(n8n);
		expect(webhooks()).toEqual([original]);

		const tarball = process.env.PACKED_NODE ?? '';
		staging = await startN8n({ tarball, version, userFolder: cloneFolder });
		if (!checksWebhooksAtStart(staging.n8nVersion)) {
			await staging.rest.deactivate(workflowId);
			expect(webhooks()).toEqual([original]);
			await staging.rest.activate(workflowId);
		}
		await waitUntil(() => webhooks().length === 2, TIMEOUT_MS, 'a second webhook');
		expect(webhooks()).toEqual([
			original,
			expect.objectContaining({ url: expect.stringContaining(staging.url) }),
		]);

		await staging.rest.deactivate(workflowId);
		expect(webhooks()).toEqual([original]);
		const { id } = service.emit(workspaceId.value, 'post.created', { post_id: 'p' });
		const hasArrived = async () =>
			(await n8n.rest.executions(workflowId)).some(
				(execution) => outputOf(execution, 'Received')[0]?.json.id === id,
			);
		await waitUntil(hasArrived, TIMEOUT_MS, 'the event at the original');
	});
});

/** Since version 2.40, n8n only checks whether its own database knows the path of the webhook. */
function checksWebhooksAtStart(n8nVersion: string): boolean {
	const [major = 0, minor = 0] = n8nVersion.split('.').map(Number);
	return major < 2 || minor < 40;
}
