import type { INodeType } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import type { NodeHarness } from '../../unit/support/nodeHarness';
import type { Gap } from './lists';
import type { PostWorld } from './postWorld';
import { runInTurns } from './turns';
import { undoCall, undoNothing } from './undoneStore';

/** What happens to n8n and the service while the node runs. */
export interface Disturbances {
	/** A second execution runs the node over the same items at the same time: in a process of its own, or in the same one. */
	twice?: 'otherProcess' | 'sameProcess' | undefined;
	/** The turns that the execution and the one in the other process take. Default: both run side by side. */
	turns?: number[] | undefined;
	/** The point at which n8n is killed: before or after a request to the service, or a call of n8n's store. */
	killAt?: number | undefined;
	/** The command after which n8n is killed: the service has carried it out, and the response is on its way. */
	killAfter?: string | undefined;
	/** The call of n8n's store that another process undoes. */
	undoneCall?: number | undefined;
	/** The request to the service that gets no response, and every repetition of it. */
	lost?: { operation: string; when: 'before' | 'after' } | undefined;
	/** What the list of posts lacks meanwhile. */
	gap?: Gap | undefined;
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
	{ twice, turns, killAt, killAfter, undoneCall, lost, gap }: Disturbances,
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
	world.listView.open(gap);
	const runs =
		twice === 'otherProcess' && turns !== undefined && !isKilled
			? await runInTurns(turns, service.journal, [world.process, await world.startProcess()], run)
			: await runAtOnce(world, { twice, killAt: isKilled ? killAt : undefined, killAfter }, run);
	world.listView.open(undefined);
	const ended = runs.filter((each) => each !== undefined);
	if (ended.length < runs.length) await world.restart();
	service.faults.clear();
	undoNothing();
	await service.clock.advance(60_000);
	if (ended.length < runs.length || lost !== undefined) {
		const kind = lost?.operation === 'create_post' ? 'creations' : 'last';
		world.doubtCreations({ lost: kind, since: requestsBefore });
	}
	return ended;
}

/** @returns undefined for an execution that was killed */
async function runAtOnce(
	world: PostWorld<{ ended: NodeRun[] }, NodeHarness>,
	{ twice, killAt = Infinity, killAfter }: Disturbances,
	run: (nodeType: INodeType) => Promise<NodeRun>,
): Promise<Array<NodeRun | void>> {
	const { journal } = world.harness.service;
	const sentBefore = journal.count({ operation: killAfter });
	const { nodeType, killed } =
		killAfter === undefined
			? world.process.killedAt(killAt)
			: world.process.killedWhen(() => journal.count({ operation: killAfter }) > sentBefore);
	const executions = [run(nodeType)];
	if (twice === 'sameProcess') executions.push(run(nodeType));
	const all = executions.map(async (execution) => await Promise.race([execution, killed]));
	if (twice === 'otherProcess') all.push(run((await world.startProcess()).nodeType));
	return await Promise.all(all);
}
