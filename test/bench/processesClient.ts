/*
 * A worker of n8n in queue mode, for `processes.bench.ts`: runs the built node with each token, at the same time, and sends
 * a message when it is ready and when it has finished.
 *
 * node processesClient.ts <ProcessesTask as JSON>
 */
import { byId, runBuilt, type Target } from './serviceRuns';

import { once } from 'node:events';

export interface ProcessesTask {
	targets: Array<Target & { postId: string }>;
	/** The operations of each token, each in an execution of its own. */
	operations: string[];
	itemsOfEach: number;
	/** A pause before the first execution, so that the workers do not start at the same moment. */
	startAfterMs: number;
}

async function main(): Promise<void> {
	const task: ProcessesTask = JSON.parse(process.argv[2] ?? '');
	process.send?.('ready');
	await once(process, 'message');
	await new Promise((resolve) => setTimeout(resolve, task.startAfterMs));
	const input = Array.from({ length: task.itemsOfEach }, () => ({ json: {} }));
	const executions = task.targets.flatMap(({ postId, ...target }) =>
		task.operations.map(
			async (name) =>
				await runBuilt(target, name, { postId: byId(postId), simplify: false }, input),
		),
	);
	await Promise.all(executions);
	process.send?.('finished');
	process.disconnect?.();
}

void main();
