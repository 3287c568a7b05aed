import { startService, type RunningService, type ServiceOptions } from '../service';
import type { HostVersion } from './install';
import type { N8nClient } from './n8nClient';
import { startN8n, type RunningN8n, type StartOptions } from './runningN8n';
import { joinSharedN8n } from './sharedN8n';
import { CREDENTIAL_TYPE } from './workflows';

/** A real n8n with the packed node, and the reference service that it is connected to. */
export interface Testbed {
	n8n: N8nClient;
	service: RunningService;
	/** The base URL at which n8n's webhooks can be reached. */
	webhookBaseUrl: string;
	/** The credential that the nodes of the tests use. */
	credential: { id: string; name: string };
	/** Resource locator value of the reference service's workspace that has accounts. */
	workspaceId: { __rl: true; mode: 'id'; value: string };
	close(): Promise<void>;
}

/** One with an n8n that no other test uses, so that a test can kill and restart it. */
export interface OwnTestbed extends Testbed {
	n8n: RunningN8n;
}

/**
 * Starts an n8n and the service, for a test that kills, restarts or sets something.
 *
 * n8n has no editor, unless the environment turns it on: a start then takes a third less CPU time.
 */
export async function startTestbed(
	n8nOptions: Partial<StartOptions> = {},
	serviceOptions: ServiceOptions = {},
): Promise<OwnTestbed> {
	const env = { N8N_DISABLE_UI: 'true', ...n8nOptions.env };
	const start = async () => await startN8n({ tarball: packedNode(), ...n8nOptions, env });
	const testbed = await connect(start, serviceOptions);
	const { WEBHOOK_URL = testbed.webhookBaseUrl } = n8nOptions.env ?? {};
	return { ...testbed, webhookBaseUrl: WEBHOOK_URL };
}

/**
 * Starts the service, for a new user of the n8n that the test files share. `close` removes the user's workflows,
 * credentials and data.
 */
export async function shareTestbed(
	version: HostVersion = 2,
	serviceOptions: ServiceOptions = {},
): Promise<Testbed> {
	packedNode();
	return await connect(async () => await joinSharedN8n(version), serviceOptions);
}

function packedNode(): string {
	const tarball = process.env.PACKED_NODE;
	if (tarball === undefined) throw new Error('Run these tests with: npm run test:n8n');
	return tarball;
}

async function connect<N8n extends N8nClient>(
	start: () => Promise<N8n>,
	serviceOptions: ServiceOptions,
): Promise<Testbed & { n8n: N8n }> {
	const service = await startService({ allowLoopbackWebhooks: true, ...serviceOptions });
	try {
		const n8n = await start();
		const data = {
			baseUrl: service.baseUrl,
			apiToken: service.token,
			assistantTools: true,
			mcpUrl: service.mcpUrl,
		};
		const credential = await n8n.createCredential(
			CREDENTIAL_TYPE,
			data,
			'Social Publishing account',
		);
		return {
			n8n,
			service,
			credential,
			webhookBaseUrl: `${n8n.url}/`,
			workspaceId: { __rl: true, mode: 'id', value: service.workspaceId('Bakery') },
			async close() {
				await n8n.stop();
				await service.close();
			},
		};
	} catch (error) {
		await service.close();
		throw error;
	}
}
