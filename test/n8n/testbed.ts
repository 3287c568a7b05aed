import { startService, type RunningService, type ServiceOptions } from '../service';
import { startN8n, type RunningN8n, type StartOptions } from './runningN8n';
import { CREDENTIAL_TYPE } from './workflows';

/** A real n8n with the packed node, and the reference service that it is connected to. */
export interface Testbed {
	n8n: RunningN8n;
	service: RunningService;
	/** The base URL at which n8n's webhooks can be reached. */
	webhookBaseUrl: string;
	/** The credential that the nodes of the tests use. */
	credential: { id: string; name: string };
	/** Resource locator value of the reference service's workspace that has accounts. */
	workspaceId: { __rl: true; mode: 'id'; value: string };
	close(): Promise<void>;
}

/** Starts both; `globalSetup` must have packed the package. */
export async function startTestbed(
	n8nOptions: Partial<StartOptions> = {},
	serviceOptions: ServiceOptions = {},
): Promise<Testbed> {
	const tarball = process.env.PACKED_NODE;
	if (tarball === undefined) throw new Error('Run these tests with: npm run test:n8n');
	const service = await startService({ allowLoopbackWebhooks: true, ...serviceOptions });
	try {
		const n8n = await startN8n({ tarball, ...n8nOptions });
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
			webhookBaseUrl: n8nOptions.env?.WEBHOOK_URL ?? `${n8n.url}/`,
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
