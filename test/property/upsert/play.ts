import type { IDataObject, INodeType } from 'n8n-workflow';

import type { JournalEntry } from '../../service';
import { doByHand } from '../posts/byHand';
import { runDisturbed } from '../posts/disturbedRun';
import { reportsOf } from './reports';
import type { Day, RunStep, Weeks } from './weeks';
import type { RunRecord } from './records';
import { World } from './world';

/** Hours before each of the quiet runs after the first: at once, and when all that is scheduled has gone out. */
const QUIET_PAUSES_HOURS = [0, 600];
export const QUIET_RUNS = QUIET_PAUSES_HOURS.length + 1;

/** Plays some weeks, ends them with quiet runs, and hands over what came of them. */
export async function play(weeks: Weeks, judge: (world: World) => void): Promise<void> {
	const world = await World.open(weeks);
	try {
		const player = new Player(world);
		for (const day of weeks.days) await player.live(day);
		const rows = [...new Set(weeks.days.flatMap(({ run }) => run.rows))];
		world.changeHost({ do: 'hostUp' });
		const quietRun: RunStep = { rows, onError: 'continueErrorOutput' };
		for (const [index, hours] of [weeks.pauseHours, ...QUIET_PAUSES_HOURS].entries()) {
			await world.wait(hours);
			await player.run(quietRun, { quiet: index + 1 });
		}
		judge(world);
	} finally {
		await world.close();
	}
}

class Player {
	constructor(private readonly world: World) {}

	async live({ hours, byPeople, run, isRetried }: Day): Promise<void> {
		await this.world.wait(hours);
		for (const step of byPeople) {
			await this.change(step);
		}
		await this.run(run);
		const last = this.world.runs.at(-1);
		if (!isRetried || last?.ended[0]?.status !== 'error') return;
		const { rows, onError, option, inLoop, elsewhere } = run;
		await this.run({ rows, onError, option, inLoop, elsewhere }, { retryOf: last });
	}

	private async change(step: Day['byPeople'][number]): Promise<void> {
		switch (step.do) {
			case 'change':
				return this.world.change(step);
			case 'hostDown':
			case 'hostUp':
				return this.world.changeHost(step);
			case 'rename':
			case 'reconnect':
			case 'grow':
			case 'relocate':
				return await this.world.changeSurroundings(step);
			default:
				await doByHand(this.world, step);
		}
	}

	async run(
		step: RunStep,
		{ quiet, retryOf }: { quiet?: number; retryOf?: RunRecord } = {},
	): Promise<void> {
		const { world } = this;
		const { journal, clock } = world.harness.service;
		const rows = retryOf?.rows ?? world.rowsOf(step);
		const requestsBefore = journal.entries.length;
		const started = {
			...{ index: world.runs.length, step, rows, quiet, isRetry: retryOf !== undefined },
			wasSettled: rows.map(({ number }) => world.settled.has(number)),
			startMs: clock.now(),
			before: world.posts(),
		};
		const ended = await runDisturbed(world, step, async (nodeType) => {
			return await world.run(this.withMeanwhile(nodeType, step), started, retryOf?.ended[0]);
		});
		const commands = journal.entries.slice(requestsBefore).filter(isCommandOfNode);
		const record: RunRecord = { ...started, after: world.posts(), commands, ended };
		world.runs.push(record);
		this.writeBack(record);
	}

	/** Somebody meddles with a run that nothing else disturbs. */
	private withMeanwhile(nodeType: INodeType, step: RunStep): INodeType {
		const { meanwhile } = step;
		if (meanwhile === undefined || isDisturbed(step)) return nodeType;
		return this.world.process.heldAt(meanwhile.point, async () => {
			await doByHand(this.world, meanwhile.step);
		});
	}

	/** The next step of the workflow writes ID and ETag into the rows. */
	private writeBack(record: RunRecord): void {
		const { world } = this;
		const isQuiet = isUndisturbed(record);
		if (record.step.option === 'show' && isQuiet) return;
		for (const { number } of record.rows) world.settled.delete(number);
		for (const run of record.ended) {
			for (const [place, reports] of reportsOf(record, run).entries()) {
				const [report] = reports;
				const { number, isAgain } = record.rows[place] ?? {};
				if (number === undefined || report?.is !== 'done' || record.step.option === 'show')
					continue;
				if (isQuiet && !isAgain) world.settled.add(number);
				if (world.weeks.writesBack[number]) {
					const { id, etag } = report.json;
					Object.assign(world.row(number), { id: textOf(id), etag: textOf(etag) });
				}
			}
		}
	}
}

const textOf = (value: IDataObject[string]) => (typeof value === 'string' ? value : '');

function isCommandOfNode({ method, operation, headers }: JournalEntry): boolean {
	const isByHand = String(headers['idempotency-key']).startsWith('by-hand');
	return method !== 'GET' && operation !== 'validate_post' && !isByHand;
}

/** Whether the service or n8n does something unusual during a run. */
function isDisturbed({ twice, killAt, killAfter, undoneCall, lost, gap }: RunStep): boolean {
	return [twice, killAt, killAfter, undoneCall, lost, gap].some((each) => each !== undefined);
}

/** Whether a run is one execution, and nobody meddles with it. */
export function isUndisturbed({ step, isRetry }: RunRecord): boolean {
	return !isDisturbed(step) && !isRetry && step.meanwhile === undefined;
}
