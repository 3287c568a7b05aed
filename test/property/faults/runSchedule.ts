import type { INodeParameters } from 'n8n-workflow';

import { dialects, type Effect, type RunningService } from '../../service';
import type { NodeRun } from '../../engine';
import { NodeHarness } from '../../unit/support/nodeHarness';
import { endStalledRequests } from '../../unit/actions/stalledResponses';
import { commands, type Command, type Unit } from './commands';
import { planFaults } from './planFaults';
import { FAILED_ACCOUNT, HOUR_MS } from './posts';
import { LONGEST_OUTCOME_MS, type Schedule } from './schedule';

/** An execution and its Retries. */
interface Execution {
	units: Unit[][];
	/** The last of them. */
	run: NodeRun;
	/** Those before it. */
	earlier: NodeRun[];
}

/** What came of a schedule. */
export interface ScheduleResult {
	command: Command;
	/** One for each execution; with the same units if they share their commands. */
	executions: Execution[];
	/** What the service has done since the start. */
	effects: Effect[];
	service: RunningService;
}

const TEN_MINUTES_MS = 10 * 60_000;
const ACCOUNT = 'Bread on Shortpost';

/** Runs a schedule against its own service, and passes on the result while that service still runs. */
export async function runSchedule(
	schedule: Schedule,
	judge: (result: ScheduleResult) => void | Promise<void>,
): Promise<void> {
	const harness = new NodeHarness();
	await harness.open({ dialect: dialects[schedule.dialect] });
	try {
		const command = commands[schedule.command];
		if (command === undefined) throw new Error('There is no such command');
		const { service } = harness;
		endStalledRequests(service);
		const isShared = command.isKeyed && schedule.idempotency !== 'execution';
		const first = await arrangeUnits(harness, schedule, command, 'a');
		const units = [first];
		while (units.length < schedule.executions) {
			units.push(isShared ? first : await arrangeUnits(harness, schedule, command, 'b'));
		}
		// The posts of the other units are older than any command, so that none is taken for its effect.
		await service.clock.advance(TEN_MINUTES_MS);
		for (const account of [ACCOUNT, FAILED_ACCOUNT]) {
			const { outcome: status, outcomeDelayMs: delayMs } = schedule;
			service.setOutcome(account, { status, delayMs });
		}
		const startedWith = service.effects.length;
		planFaults(service, command, schedule.faults);
		const parameters = parametersOf(harness, schedule, command);
		const executions = await runExecutions(harness, schedule, units, async (rounds, retryOf) => {
			return await execute(harness, { schedule, command, parameters }, rounds, retryOf);
		});
		await service.clock.advance(LONGEST_OUTCOME_MS + 120_000);
		await judge({ command, executions, effects: service.effects.slice(startedWith), service });
	} finally {
		await harness.close();
	}
}

async function arrangeUnits(
	harness: NodeHarness,
	{ items, rounds }: Schedule,
	{ arrange }: Command,
	execution: string,
): Promise<Unit[][]> {
	const units: Unit[][] = [];
	for (let round = 0; round < rounds; round++) {
		const ofRound: Unit[] = [];
		for (let item = 0; item < items; item++) {
			const accountId = harness.service.accountId(ACCOUNT);
			const unit: Unit = { name: `${execution}-${round}-${item}`, accountId };
			ofRound.push({ ...unit, ...(await arrange?.(harness, unit)) });
		}
		units.push(ofRound);
	}
	return units;
}

function parametersOf(
	harness: NodeHarness,
	{ idempotency }: Schedule,
	{ name, isKeyed, parameters }: Command,
): INodeParameters {
	const unit = '$json.rounds[$runIndex]';
	// Another value in each attempt, as with `$now`, unless the key depends on the content.
	const changing = isKeyed && idempotency !== 'execution' ? '"the same"' : 'Math.random()';
	const fields = parameters(harness, `={{ ${unit}.name + " " + ${changing} }}`);
	const key = { idempotency, idempotencyKey: `={{ ${unit}.name }}` };
	// A new post has fields of its own for it.
	if (name === 'post:create') return { ...key, ...fields };
	// The same content is a choice of its own for new posts only.
	const options = { ...key, idempotency: idempotency === 'content' ? 'custom' : idempotency };
	return isKeyed ? { options, ...fields } : fields;
}

/** Runs the executions at the same time, and then retries those that failed as often as planned. */
async function runExecutions(
	{ service }: NodeHarness,
	{ retries, pauseHours }: Schedule,
	units: Unit[][][],
	run: (rounds: Unit[][], retryOf?: NodeRun) => Promise<NodeRun>,
): Promise<Execution[]> {
	const executions = await Promise.all(
		units.map(
			async (rounds): Promise<Execution> => ({
				units: rounds,
				run: await run(rounds),
				earlier: [],
			}),
		),
	);
	for (let retry = 1; retry <= retries; retry++) {
		const failed = executions.filter((execution) => execution.run.status === 'error');
		if (failed.length === 0) break;
		// No request is on its way while the hours pass.
		await service.clock.advance(pauseHours * HOUR_MS + 1_000);
		await Promise.all(
			failed.map(async (execution) => {
				const retried = await run(execution.units, execution.run);
				execution.earlier.push(execution.run);
				execution.run = retried;
			}),
		);
	}
	return executions;
}

interface PreparedSchedule {
	schedule: Schedule;
	command: Command;
	parameters: INodeParameters;
}

async function execute(
	harness: NodeHarness,
	{ schedule, command, parameters }: PreparedSchedule,
	units: Unit[][],
	retryOf?: NodeRun,
): Promise<NodeRun> {
	const [resource = '', operation = ''] = command.name.split(':');
	const items = units[0]?.map((_unit, item) => ({
		json: { rounds: units.map((round) => round[item] ?? null) },
	}));
	return await harness.run(resource, operation, parameters, {
		input: items ?? [],
		rounds: schedule.rounds,
		...(schedule.continuesOnFail && { continueOnFail: 'continueRegularOutput' }),
		...(schedule.tries > 1 && {
			retryOnFail: { maxTries: schedule.tries, waitBetweenTriesMs: 1 },
		}),
		...(retryOf && { retryOf }),
	});
}
