import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import path from 'node:path';

import type { ServiceOptions } from '../service';
import { environmentVariables } from './environmentVariables';
import { installHost } from './install';
import { freePorts, N8nProcess, type N8nRole } from './n8nProcess';
import { QueueBackend } from './queueBackend';
import { startTestbed, type Testbed } from './testbed';

/** n8n in queue mode, as its manual has it. */
export interface QueueTestbed extends Testbed {
	/** The process that receives production webhooks. */
	receiver: N8nProcess;
	/** The two processes that run workflows. */
	workers: N8nProcess[];
}

/** A main process that runs nothing itself, one that receives webhooks, two that run workflows, a router before them. */
export async function startQueueTestbed(
	env: Record<string, string> = {},
	serviceOptions: ServiceOptions = {},
): Promise<QueueTestbed> {
	const backend = await QueueBackend.start();
	const [port = 0, routerPort = 0, receiverPort = 0, ...workerPorts] = await freePorts(5);
	const router = await startRouter(routerPort, { main: port, receiver: receiverPort });
	const ofAll = {
		...backend.env,
		...env,
		WEBHOOK_URL: `http://127.0.0.1:${routerPort}/`,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	};
	const testbed = await startTestbed({ port, env: ofAll }, serviceOptions);
	const { beside, userFolder } = testbed.n8n;
	const receiver = await prepareBeside('webhook', userFolder, receiverPort, ofAll);
	const workers = await Promise.all(
		workerPorts.map(
			async (workerPort) => await prepareBeside('worker', userFolder, workerPort, ofAll),
		),
	);
	beside.push(receiver, ...workers);
	for (const each of beside) await each.start();
	return {
		...testbed,
		receiver,
		workers,
		async close() {
			await testbed.close();
			router.close();
			await backend.stop();
		},
	};
}

async function prepareBeside(
	role: Exclude<N8nRole, 'start'>,
	userFolder: string,
	port: number,
	env: Record<string, string>,
): Promise<N8nProcess> {
	const host = await installHost(2, console.log);
	const [brokerPort = 0] = await freePorts(1);
	const environment = environmentVariables(host, userFolder, { port, brokerPort }, env);
	return new N8nProcess(host, environment, path.join(userFolder, `${role}-${port}.log`), role);
}

/** Production webhooks go to the process for them, everything else, test webhooks too, to the main one. */
async function startRouter(
	port: number,
	ports: { main: number; receiver: number },
): Promise<Server> {
	const router = createServer((incoming, answer) => {
		const { url = '/', method, headers } = incoming;
		const target = url.startsWith('/webhook/') ? ports.receiver : ports.main;
		const forwarded = request({ port: target, host: '127.0.0.1', path: url, method, headers });
		forwarded.on('response', (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(answer);
		});
		// A process that is down, or that ends in the middle of its answer.
		forwarded.on('error', () => answer.destroy());
		incoming.pipe(forwarded);
	});
	router.listen(port, '127.0.0.1');
	await once(router, 'listening');
	return router;
}
