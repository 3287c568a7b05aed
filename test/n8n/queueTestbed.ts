import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import path from 'node:path';

import type { ServiceOptions } from '../service';
import { environmentVariables } from './environmentVariables';
import { freePorts } from './freePorts';
import { installHost, type HostVersion } from './install';
import { N8nProcess, type N8nRole } from './n8nProcess';
import { QueueBackend } from './queueBackend';
import { startTestbed, type OwnTestbed } from './testbed';

/** n8n in queue mode, as its documentation describes. */
export interface QueueTestbed extends OwnTestbed {
	/** The process that receives production webhooks. */
	webhookProcess: N8nProcess;
	/** The processes that run workflows. */
	workers: N8nProcess[];
}

/** Starts a main process that runs nothing itself, a webhook process, workers, and a router in front of them. */
export async function startQueueTestbed(
	env: Record<string, string> = {},
	serviceOptions: ServiceOptions = {},
	workerCount = 2,
	version: HostVersion = 2,
): Promise<QueueTestbed> {
	const backend = await QueueBackend.start();
	const [port = 0, routerPort = 0, webhookPort = 0, ...workerPorts] = await freePorts(
		3 + workerCount,
	);
	const router = await startRouter(routerPort, { main: port, webhook: webhookPort });
	const sharedEnv = {
		...backend.env,
		...env,
		WEBHOOK_URL: `http://127.0.0.1:${routerPort}/`,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// In minutes. By default, n8n reports only after three hours that an execution ended with its worker.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '5',
	};
	const testbed = await startTestbed({ version, port, env: sharedEnv }, serviceOptions);
	const { otherProcesses, userFolder } = testbed.n8n;
	const host = await installHost(version, console.log);
	const createProcess = async (role: Exclude<N8nRole, 'start'>, ownPort: number) => {
		const [brokerPort = 0] = await freePorts(1);
		const ports = { port: ownPort, brokerPort };
		const environment = environmentVariables(host, userFolder, ports, sharedEnv);
		return new N8nProcess(host, environment, path.join(userFolder, `${role}-${ownPort}.log`), role);
	};
	const webhookProcess = await createProcess('webhook', webhookPort);
	const workers = await Promise.all(
		workerPorts.map(async (workerPort) => await createProcess('worker', workerPort)),
	);
	otherProcesses.push(webhookProcess, ...workers);
	for (const each of otherProcesses) await each.start();
	return {
		...testbed,
		webhookProcess,
		workers,
		async close() {
			await testbed.close();
			router.close();
			await backend.stop();
		},
	};
}

/** Routes production webhooks to the webhook process, and everything else, including test webhooks, to the main one. */
async function startRouter(
	port: number,
	ports: { main: number; webhook: number },
): Promise<Server> {
	const router = createServer((incoming, outgoing) => {
		const { url = '/', method, headers } = incoming;
		const target = url.startsWith('/webhook/') ? ports.webhook : ports.main;
		const forwarded = request({ port: target, host: '127.0.0.1', path: url, method, headers });
		forwarded.on('response', (response) => {
			outgoing.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(outgoing);
		});
		// The process is down, or ends in the middle of its response.
		forwarded.on('error', () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	router.listen(port, '127.0.0.1');
	await once(router, 'listening');
	return router;
}
