import type { INodeType } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import { doByHand } from '../posts/byHand';
import { runDisturbed } from '../posts/disturbedRun';
import { ELSEWHERE } from '../posts/surroundings';
import { type Asked, type History, type RunStep, type Step } from './history';
import { World, type RunRecord } from './world';
import { byId } from '../../unit/support/nodeHarness';

const HOUR_MS = 3_600_000;

/** Plays a history, ends it with quiet runs, and hands over what came of it. */
export async function play(history: History, judge: (world: World) => void): Promise<void> {
	const world = await World.open(history);
	try {
		const player = new Player(world);
		for (const step of history.steps) await player.take(step);
		const items = [...new Set(world.runs.flatMap((record) => record.items))];
		await world.wait(60);
		for (let run = 0; run < 3; run++) {
			for (const some of byWorkspace(items)) {
				await player.run(quietRun(some, history.finally), { isLast: run === 2 });
			}
			await world.wait(30);
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

function byWorkspace(items: number[]): number[][] {
	const isElsewhere = (item: number) => item >= ELSEWHERE;
	const groups = [items.filter((item) => !isElsewhere(item)), items.filter(isElsewhere)];
	return groups.filter((group) => group.length > 0);
}

interface RunOptions {
	isLast?: boolean;
	retryOf?: RunRecord;
}

class Player {
	constructor(private readonly world: World) {}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'run':
				return await this.run({ ...step, items: step.items.map((item) => this.world.here(item)) });
			case 'retry':
				return await this.retry();
			case 'wait':
				return await this.world.wait(step.hours);
			case 'correct':
				return this.world.correct(step);
			case 'switchWorkspace':
				return this.world.switchWorkspace();
			case 'rename':
			case 'reconnect':
			case 'grow':
			case 'relocate':
				return await this.world.changeSurroundings(step);
			default:
				await doByHand(this.world, { ...step, post: this.world.here(step.post) });
		}
	}

	private async retry(): Promise<void> {
		const last = this.world.runs.at(-1);
		if (last?.ended[0]?.status !== 'error') return;
		const { ask, items, inLoop, onError } = last;
		await this.run({ do: 'run', ask, items, inLoop, onError }, { retryOf: last });
	}

	async run(step: RunStep, { isLast = false, retryOf }: RunOptions = {}): Promise<void> {
		const { world } = this;
		const { runs, events } = world;
		const { ask, items, inLoop } = step;
		// In a loop, an error output that leads nowhere ends the loop.
		const onError = inLoop && step.onError ? 'continueRegularOutput' : step.onError;
		const contents = retryOf?.contents ?? items.map((item) => world.contentOf(item));
		const ended = await runDisturbed(
			world,
			step,
			async (nodeType) => await this.runIn(nodeType, { ...step, onError }, retryOf?.ended[0]),
		);
		runs.push({
			...{ index: runs.length, ask, items, inLoop, onError, contents, ended },
			isRetry: retryOf !== undefined,
			isLast,
			posts: world.posts(),
			events: events.length,
		});
	}

	private async runIn(
		nodeType: INodeType,
		{ items, ask, inLoop, onError }: RunStep,
		retryOf: NodeRun | undefined,
	): Promise<NodeRun> {
		const { world } = this;
		const { clock } = world.harness.service;
		const input = await Promise.all(items.map(async (item) => await world.inputOf(item)));
		const parameters = {
			workspaceId: byId(world.surroundings.workspaceIdOf(items[0] ?? 0)),
			text: '={{ $json.title }}',
			accountIds: '={{ [$json.account] }}',
			idempotency: 'once',
			waitForOutcome: false,
			afterCreate: ask,
			...(ask === 'schedule' && { scheduledAt: clock.iso(clock.now() + 5 * HOUR_MS) }),
			mediaSource: '={{ $binary.data ? "input" : "none" }}',
			binaryPropertyNames: 'data',
		};
		return await world.harness.run('post', 'create', parameters, {
			input,
			nodeType,
			credentials: world.credentials,
			workflowId: world.workflowId,
			...(inLoop && { loop: 'around' }),
			...(onError && { continueOnFail: onError }),
			...(retryOf && { retryOf }),
		});
	}
}
