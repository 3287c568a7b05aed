import type { INodeType } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import type { NodeHarness } from '../../unit/support/nodeHarness';
import type { Gap } from './lists';
import type { PostWorld } from './postWorld';
import { undoCall, undoNothing } from './undoneStore';

/** What happens to n8n and the service while the node runs. */
export interface Disturbances {
	/** A second execution runs the node over the same items at the same time: in a process of its own, or in the same one. */
	twice?: 'otherProcess' | 'sameProcess' | undefined;
	/**
	 * The request of the first execution during which the other one runs from its beginning to its end. Default: both run side by
	 * side.
	 */
	otherAt?: number | undefined;
	/** The point at which n8n is killed: before or after a request to the service, or a call of n8n's store. */
	killAt?: number | undefined;
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
	{ twice, otherAt, killAt, undoneCall, lost, gap }: Disturbances,
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
	const { nodeType, killed } = world.process.killedAt(isKilled ? killAt : Infinity);
	const other = async () => await run((await world.startProcess()).nodeType);
	const isAt = (request: number) => () =>
		service.journal.entries.length >= requestsBefore + request;
	const inTurn: NodeRun[] = [];
	const first =
		twice === 'otherProcess' && otherAt !== undefined && !isKilled
			? world.process.heldWhen(isAt(otherAt), async () => void inTurn.push(await other()))
			: nodeType;
	const executions = [run(first)];
	if (twice === 'sameProcess') executions.push(run(nodeType));
	const all = executions.map(async (execution) => await Promise.race([execution, killed]));
	if (twice === 'otherProcess' && first === nodeType) all.push(other());
	const runs = [...(await Promise.all(all)), ...inTurn];
	world.listView.open(undefined);
	const ended = runs.filter((each) => each !== undefined);
	if (ended.length < runs.length) await world.restart();
	service.faults.clear();
	undoNothing();
	await service.clock.advance(60_000);
	if (ended.length < runs.length || lost !== undefined) world.doubtCreations(requestsBefore);
	return ended;
}
