import type { INodeType } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import type { NodeHarness } from '../../unit/support/nodeHarness';
import type { PostWorld } from './postWorld';
import { undoCall, undoNothing } from './undoneStore';

/** What happens to n8n and the service while the node runs. */
export interface Disturbances {
	/** A second execution runs the node over the same items at the same time: in a process of its own, or in the same one. */
	twice?: 'otherProcess' | 'sameProcess' | undefined;
	/** The point at which n8n is killed: before or after a request to the service, or a call of n8n's store. */
	killAt?: number | undefined;
	/** The call of n8n's store that another process undoes. */
	undoneCall?: number | undefined;
	/** The request to the service that gets no response, and every repetition of it. */
	lost?: { operation: string; when: 'before' | 'after' } | undefined;
}

/** More often than the node repeats a request. */
const ALWAYS = 1_000;

/**
 * Runs the node, disturbed.
 *
 * @returns what came of the executions that have ended
 */
export async function runDisturbed(
	world: PostWorld<{ ended: NodeRun[] }, NodeHarness>,
	{ twice, killAt, undoneCall, lost }: Disturbances,
	run: (nodeType: INodeType) => Promise<NodeRun>,
): Promise<NodeRun[]> {
	const { service } = world.harness;
	const requestsBefore = service.journal.entries.length;
	const isKilled = killAt !== undefined && world.mayBeDisturbed;
	if (isKilled) world.disturbances++;
	// What is undone and what is killed at the same time is not known to anybody.
	if (undoneCall !== undefined && !isKilled && world.mayBeDisturbed) {
		world.disturbances++;
		undoCall(undoneCall);
	}
	if (lost !== undefined) {
		const { operation, when } = lost;
		service.faults.add({ operation, times: ALWAYS, action: { kind: 'drop', when } });
	}
	const { nodeType, killed } = world.process.killedAt(isKilled ? killAt : Infinity);
	const executions = [run(nodeType)];
	if (twice === 'sameProcess') executions.push(run(nodeType));
	const all = executions.map(async (execution) => await Promise.race([execution, killed]));
	if (twice === 'otherProcess') all.push(run((await world.startProcess()).nodeType));
	const runs = await Promise.all(all);
	const ended = runs.filter((each) => each !== undefined);
	if (ended.length < runs.length) await world.restart();
	service.faults.clear();
	undoNothing();
	await service.clock.advance(60_000);
	if (ended.length < runs.length || lost !== undefined) world.doubtCreations(requestsBefore);
	return ended;
}
