import type { NodeRun } from '../../engine';
import type { OtherProcess } from '../../unit/support/otherProcess';
import { doByHand } from './byHand';
import { type Asked, type History, type RunStep, type Step } from './history';
import { undoCall, undoNothing } from './undoneStore';
import { World, type RunRecord } from './world';

const HOUR_MS = 3_600_000;
/** More often than the node repeats a request. */
const ALWAYS = 1_000;

/** Plays a history, ends it with quiet runs, and hands over what came of it. */
export async function play(history: History, judge: (world: World) => void): Promise<void> {
	const world = await World.open(history);
	try {
		const player = new Player(world, await world.startProcess());
		for (const step of history.steps) await player.take(step);
		const items = [...new Set(world.runs.flatMap((record) => record.items))];
		await player.wait(60);
		for (let run = 0; run < 3; run++) {
			await player.run(quietRun(items, history.finally), { isLast: run === 2 });
			await player.wait(30);
		}
		judge(world);
	} finally {
		await world.close();
	}
}

const quietRun = (items: number[], ask: Asked): RunStep => ({
	do: 'run',
	items,
	ask,
	onError: 'continueErrorOutput',
});

interface RunOptions {
	isLast?: boolean;
	retryOf?: RunRecord;
}

class Player {
	constructor(
		private readonly world: World,
		private process: OtherProcess,
	) {}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'run':
				return await this.run(step);
			case 'retry':
				return await this.retry();
			case 'wait':
				return await this.wait(step.hours);
			case 'correct':
				return this.world.correct(step);
			default:
				await doByHand(this.world, step);
		}
	}

	async wait(hours: number): Promise<void> {
		await this.world.harness.service.clock.advance(hours * HOUR_MS);
	}

	private async retry(): Promise<void> {
		const last = this.world.runs.at(-1);
		if (last?.ended[0]?.status !== 'error') return;
		const { ask, items, inLoop, onError } = last;
		await this.run({ do: 'run', ask, items, inLoop, onError }, { retryOf: last });
	}

	async run(step: RunStep, { isLast = false, retryOf }: RunOptions = {}): Promise<void> {
		const { world } = this;
		const { harness, runs, events } = world;
		const { journal } = harness.service;
		const { ask, items, inLoop } = step;
		// In a loop, an error output that leads nowhere ends the loop.
		const onError = inLoop && step.onError ? 'continueRegularOutput' : step.onError;
		const contents = retryOf?.contents ?? items.map((item) => world.contentOf(item));
		const requestsBefore = journal.entries.length;
		const ended = await this.carryOut({ ...step, onError }, retryOf?.ended[0]);
		await harness.service.clock.advance(60_000);
		if (ended.length < (step.twice ? 2 : 1) || step.lost !== undefined)
			world.doubtCreations(requestsBefore);
		runs.push({
			...{ index: runs.length, ask, items, inLoop, onError, contents, ended },
			isRetry: retryOf !== undefined,
			isLast,
			posts: world.posts(),
			events: events.length,
		});
	}

	/** @returns what came of the runs that have ended */
	private async carryOut(step: RunStep, retryOf: NodeRun | undefined): Promise<NodeRun[]> {
		const { world } = this;
		const { service } = world.harness;
		const { killAt, undoneCall, lost, twice } = step;
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
		const first = this.process;
		const others = twice ? [await world.startProcess()] : [];
		const { nodeType, killed } = first.killedAt(isKilled ? killAt : Infinity);
		const runs = await Promise.all([
			Promise.race([this.runIn(nodeType, step, retryOf), killed]),
			...others.map(async (other) => await this.runIn(other.nodeType, step, retryOf)),
		]);
		if (runs[0] === undefined) this.process = await world.startProcess();
		service.faults.clear();
		undoNothing();
		return runs.filter((run) => run !== undefined);
	}

	private async runIn(
		nodeType: OtherProcess['nodeType'],
		{ items, ask, inLoop, onError }: RunStep,
		retryOf: NodeRun | undefined,
	): Promise<NodeRun> {
		const { world } = this;
		const { clock } = world.harness.service;
		const input = await Promise.all(items.map(async (item) => await world.inputOf(item)));
		const parameters = {
			accountIds: '={{ [$json.account] }}',
			afterCreate: ask,
			...(ask === 'schedule' && { scheduledAt: clock.iso(clock.now() + 5 * HOUR_MS) }),
			mediaSource: '={{ $binary.data ? "input" : "none" }}',
			binaryPropertyNames: 'data',
		};
		return await world.harness.post(input, parameters, {
			nodeType,
			workflowId: world.workflowId,
			...(inLoop && { loop: 'around' }),
			...(onError && { continueOnFail: onError }),
			...(retryOf && { retryOf }),
		});
	}
}
