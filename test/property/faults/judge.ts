import type { Effect } from '../../service';
import type { NodeRun } from '../../engine';
import type { Unit } from './commands';
import type { ScheduleResult } from './runSchedule';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the node has reported of one unit in the end. */
type Report =
	| { kind: 'done' }
	| { kind: 'failed'; text: string }
	/** n8n has discarded its output, because of another item. */
	| { kind: 'named'; as: 'done' | 'started' | 'not sent'; text: string }
	/** Another item has stopped the node. */
	| { kind: 'unreported'; text: string };

/** States that nothing has happened. */
const DENIAL =
	/Nothing was (changed|uploaded|sent(?! twice| now))|No draft was saved|nothing was sent/;
/** States that the command after the creation had no effect. */
const FOLLOW_UP_DENIAL = /neither published nor scheduled/;
/** States that something has happened, or may have. */
const ACKNOWLEDGMENT =
	/may have|has been created|Handed over|has (?:already )?accepted|accepted the post|[Pp]ublished on|was not published|some of its accounts|is not known whether|still running|may be one of|\bexists\b|it did/;

/** Compares what the service has done with what the node has reported. Returns the differences. */
export function judge(result: ScheduleResult): string[] {
	const complaints: string[] = [];
	for (const { units, run, earlier } of result.executions) {
		for (const [round, items] of units.entries()) {
			for (const [item, unit] of items.entries()) {
				const report = reportOf(run, round, item);
				const before = earlier.map((each) => reportOf(each, round, item));
				const found = judgeUnit(result, unit, report, before);
				complaints.push(
					...found.map((each) => `${unit.name}: ${each} (${JSON.stringify(report)})`),
				);
			}
		}
	}
	return [...complaints, ...judgeOrder(result), ...judgeDeliveries(result)];
}

/** The outputs of each round come in the order of the items. */
function judgeOrder({ executions }: ScheduleResult): string[] {
	const outputs = executions.flatMap(({ run }) => run.rounds.flat());
	return outputs.flatMap((output) => {
		const order = output.map(({ pairedItem }) => Number(indexOf(pairedItem)));
		const isSorted = order.every((item, index) => index === 0 || item >= (order[index - 1] ?? 0));
		return isSorted ? [] : [`outputs in the order ${order.join(', ')}`];
	});
}

function* unitEffects({ command, effects }: ScheduleResult, unit: Unit): Generator<Effect[]> {
	const [first = '', ...others] = command.effects;
	const own = effects.filter(
		(effect) => effect.operation === first && command.isAbout(effect, unit),
	);
	yield own;
	const ids = new Set(own.map(({ id }) => id));
	for (const operation of others) {
		yield effects.filter(
			(effect) => effect.operation === operation && ids.has(String(effect.input.id)),
		);
	}
}

function judgeUnit(result: ScheduleResult, unit: Unit, report: Report, before: Report[]): string[] {
	const { command, executions } = result;
	const steps = [...unitEffects(result, unit)];
	const complaints: string[] = [];
	const isShared = executions.length > 1 && executions[0]?.units === executions[1]?.units;
	for (const [index, found] of steps.entries()) {
		const operation = command.effects[index] ?? '';
		const allowed = mostEffects(operation, executions);
		const count = isShared ? mostInOneDay(found) : found.length;
		if (count > allowed) complaints.push(`${operation} ${count} times`);
		const isReported = report.kind === 'done' || (report.kind === 'named' && report.as === 'done');
		if (isReported && found.length === 0 && !command.mayDoNothing) {
			complaints.push(`${operation} reported, but never done`);
		}
	}
	const hasEffect = (steps[0]?.length ?? 0) > 0;
	if (report.kind === 'done' || !hasEffect || isShared) return complaints;
	if (report.kind === 'named') {
		return report.as === 'not sent'
			? [...complaints, 'named as not sent, although it was']
			: complaints;
	}
	if (report.kind === 'unreported') return [...complaints, 'done, but neither reported nor named'];
	const hasFollowUp = (steps[1]?.length ?? 0) > 0;
	if (DENIAL.test(report.text) || (hasFollowUp && FOLLOW_UP_DENIAL.test(report.text))) {
		complaints.push('denied, although it was done');
	}
	// An earlier run has told of the retry, and this one that it could not retry the delivery once more.
	const isKnown = command.effects[0] === 'retry_delivery' && before.some(tellsOfRetry);
	if (!ACKNOWLEDGMENT.test(report.text) && !isKnown)
		complaints.push('done, and the error does not say so');
	return complaints;
}

function tellsOfRetry(report: Report): boolean {
	const isFailed = report.kind === 'failed';
	return isFailed && (/Not published on/.test(report.text) || ACKNOWLEDGMENT.test(report.text));
}

/** Executions that share a command know of each other by its key alone, which the service forgets after 24 hours. */
function mostInOneDay(effects: Effect[]): number {
	const counts = effects.map(
		({ atMs }) =>
			effects.filter((other) => other.atMs >= atMs && other.atMs < atMs + DAY_MS).length,
	);
	return Math.max(0, ...counts);
}

/** A delivery that has failed again may be tried again by each Retry of the execution. */
function mostEffects(operation: string, executions: ScheduleResult['executions']): number {
	return operation === 'retry_delivery'
		? 1 + Math.max(...executions.map(({ earlier }) => earlier.length))
		: 1;
}

/** No post is published twice, and a delivery whose outcome is uncertain is not retried. */
function judgeDeliveries({ service }: ScheduleResult): string[] {
	const complaints: string[] = [];
	for (const { id, history } of service.state.posts.values()) {
		for (const destination of new Set(history.map(({ destinationId }) => destinationId))) {
			const states = history
				.filter(({ destinationId }) => destinationId === destination)
				.map(({ status }) => status);
			const outAt = states.findIndex(
				(status) => status === 'published' || status === 'needs_review',
			);
			if (outAt >= 0 && outAt < states.length - 1) {
				complaints.push(`the post ${id} was sent to its account as ${states.join(', ')}`);
			}
		}
	}
	return complaints;
}

function reportOf({ rounds, error }: NodeRun, round: number, item: number): Report {
	const outputs = (rounds[round] ?? []).flat();
	const output = outputs.find(({ pairedItem }) => indexOf(pairedItem) === item);
	if (output !== undefined) {
		const failure = output.json.error;
		return typeof failure === 'string' && 'requestId' in output.json
			? { kind: 'failed', text: failure }
			: { kind: 'done' };
	}
	const text = `${error?.message}. ${error?.description}`;
	if (round !== rounds.length - 1) return { kind: 'unreported', text };
	const isFailed = error?.context?.itemIndex === item || names(text, FAILED, item);
	if (isFailed) return { kind: 'failed', text };
	if (names(text, NAMED_AS_DONE, item)) return { kind: 'named', as: 'done', text };
	// A command of it was sent, which may have had no effect.
	if (names(text, NAMED_AS_STARTED, item)) return { kind: 'named', as: 'started', text };
	if (names(text, NAMED_AS_NOT_SENT, item)) return { kind: 'named', as: 'not sent', text };
	return { kind: 'unreported', text };
}

function indexOf(pairedItem: unknown): unknown {
	return typeof pairedItem === 'object' && pairedItem !== null && 'item' in pairedItem
		? pairedItem.item
		: pairedItem;
}

const ITEMS = 'Items? ([\\d, toand]+?)';
/** One error lists the failures of several items, with the IDs of their posts. */
const FAILED = new RegExp(`${ITEMS}(?: \\([^)]*\\))?: `, 'g');
const NAMED_AS_DONE = new RegExp(
	`${ITEMS} (?:(?:was|were) already (?:sent|handed over)|succeeded)`,
	'g',
);
const NAMED_AS_STARTED = new RegExp(`${ITEMS} (?:was|were) already started`, 'g');
const NAMED_AS_NOT_SENT = new RegExp(`${ITEMS} (?:was|were) not sent`, 'g');

/** Whether one of the sentences names an item: "Items 1 to 3 and 5 were already sent". */
function names(text: string, sentence: RegExp, item: number): boolean {
	return [...text.matchAll(sentence)].some(([, list = '']) =>
		[...list.matchAll(/(\d+)(?: to (\d+))?/g)].some(
			([, first, last = first]) => Number(first) <= item + 1 && item + 1 <= Number(last),
		),
	);
}
