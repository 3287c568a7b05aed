import { judgeEvents } from './judgeEvents';
import {
	expectedOf,
	isAsWanted,
	isLocked,
	isOutAsOnceWanted,
	postOf,
	type Expected,
} from './expected';
import { ELSEWHERE } from '../posts/surroundings';
import { isUndisturbed } from './play';
import { isIdle, isStale, mayBeAsSeen, mayBeHidden } from './excuses';
import { reportsOf, type Report } from './reports';
import type { Row, RunRecord } from './records';
import type { World } from './world';

const ACTIONS = [
	...['created', 'updated', 'scheduled', 'rescheduled', 'unscheduled'],
	...['published', 'deleted', 'unchanged', 'locked'],
];

/** Compares what the service has done, and the outputs of the node, with the table. */
export function judge(world: World): string[] {
	return [
		...judgeEvents(world),
		...world.runs.flatMap((record) =>
			judgeRun(world, record).map((each) => `run ${record.index}: ${each}`),
		),
	];
}

function judgeRun(world: World, record: RunRecord): string[] {
	const { step, commands, rows, quiet = 0 } = record;
	const sent = commands.map(({ operation }) => operation).join(', ');
	const isSomeUnseen = record.rows.some(({ number }) => world.isOutUnseen(number));
	return [
		...record.ended.flatMap((run) =>
			step.inLoop && run.status !== 'error' && run.rounds.length < rows.length
				? [`the loop ended after ${run.rounds.length} of ${rows.length} rows`]
				: [],
		),
		...(step.option === 'show' && sent !== '' ? [`it was to show only, and has sent ${sent}`] : []),
		...(quiet > 1 && sent !== '' && !isSomeUnseen
			? [`nothing has changed, and it has sent ${sent}`]
			: []),
		...record.ended.flatMap((run) =>
			reportsOf(record, run).flatMap((reports, place) => {
				const row = record.rows[place];
				return row === undefined ? [] : judgeReports(world, record, row, reports);
			}),
		),
	];
}

function judgeReports(world: World, record: RunRecord, row: Row, reports: Report[]): string[] {
	const [report] = reports;
	if (report === undefined || reports.length > 1) {
		return [`row ${row.number} leaves ${reports.length} times: ${JSON.stringify(reports)}`];
	}
	const wasSettled = record.wasSettled[record.rows.indexOf(row)] === true;
	const complaints = [
		...judgeShape(world, record, row, report),
		...judgeState(world, record, row, report),
		...judgeDeed(world, record, row, report),
		...(isUndisturbed(record) && wasSettled ? judgeAction(world, record, row, report) : []),
		...(record.quiet === undefined ? [] : judgeError(world, record, row, report)),
	];
	return complaints.map((each) => `row ${row.number} ${each}`);
}

/** Each output names the row, the post of the row, and what was done. */
function judgeShape(world: World, { step }: RunRecord, row: Row, report: Report): string[] {
	if (report.is !== 'done') return [];
	const { key, action, changed, id } = report.json;
	const hasPost =
		action !== 'deleted' && step.option !== 'show' && typeof id === 'string' && id !== '';
	return [
		...(key === `row ${row.number % ELSEWHERE}` ? [] : [`puts out the key ${String(key)}`]),
		...(ACTIONS.includes(String(action)) ? [] : [`puts out the action ${String(action)}`]),
		...(Array.isArray(changed) ? [] : [`puts out no list of changes: ${JSON.stringify(changed)}`]),
		...(hasPost && world.itemOfPost(id) !== row.number ? [`puts out another post, ${id}`] : []),
	];
}

/**
 * A reported action has taken place, unless somebody has changed the post since. That also applies to rows of a run that other
 * rows made fail. A Retry reports the actions of earlier attempts.
 */
function judgeState(world: World, record: RunRecord, row: Row, report: Report): string[] {
	const { step, after, isRetry } = record;
	if (step.option === 'show' || step.meanwhile !== undefined || isRetry) return [];
	if (report.is === 'done' && row.wanted === 'absent' && world.isOutUnseen(row.number)) return [];
	if (report.is === 'failed' || (report.is === 'discarded' && !isUndisturbed(record))) return [];
	const mayFail = report.is === 'discarded' && 'error' in expectedOf(world, record, row);
	if (mayFail || (report.is === 'discarded' && isStale(record, row))) return [];
	const post = postOf(row, after) ?? after.findLast(({ item }) => item === row.number);
	const isLeftAlone = report.is === 'done' && report.json.action === 'locked';
	const mayBeLocked = report.is === 'discarded' || row.account === world.failingAccount;
	const isRightlyLocked = post !== undefined && isLocked(post) && (isLeftAlone || mayBeLocked);
	const isAsSeen = post !== undefined && isOutAsOnceWanted(world, row, post);
	const isTrue = isRightlyLocked || (!isLeftAlone && (isAsWanted(world, row, post) || isAsSeen));
	return isTrue ? [] : [`is done, but its post is ${show({ post })}: ${show(row)}`];
}

/** The command that an action stands for: what was created may have been begun by an earlier run. */
const COMMANDS: Record<string, string> = {
	updated: 'edit_post',
	scheduled: 'schedule_post',
	rescheduled: 'reschedule_post',
	unscheduled: 'cancel_post',
	published: 'publish_post',
	deleted: 'delete_post',
};

/** An execution that reports a command has sent it, and one that reports none has sent none. */
function judgeDeed(world: World, record: RunRecord, row: Row, report: Report): string[] {
	const { step, index, isRetry } = record;
	if (report.is !== 'done' || step.twice !== undefined || isRetry || step.option === 'show')
		return [];
	const done = world.events
		.filter(
			({ by, run, postId }) =>
				by === 'node' && run === index && world.itemOfPost(postId) === row.number,
		)
		.map(({ operation }) => operation);
	const command = COMMANDS[String(report.json.action)];
	// In a loop, the commands of an earlier iteration with the same row count here as well.
	const mayBeIdle = done.length === 0 || step.meanwhile !== undefined || row.isAgain;
	const isTold = command === undefined ? !isIdle(report) || mayBeIdle : done.includes(command);
	return isTold ? [] : [`puts out ${show(report)}, and has done ${done.join(', ')}`];
}

/** The reported action follows from the row and the posts before the run. */
function judgeAction(world: World, record: RunRecord, row: Row, report: Report): string[] {
	if (report.is === 'discarded' || world.isOutUnseen(row.number)) return [];
	const expected = expectedOf(world, record, row);
	if (isStale(record, row) && report.is === 'failed') return [];
	if (mayBeHidden(world, record, row, report) || mayBeAsSeen(world, record, row, report)) return [];
	const isAllowed =
		'error' in expected ? isExpectedError(record, expected, report) : isAsSaid(expected, report);
	return isAllowed ? [] : [`puts out ${show(report)} instead of ${show(expected)}`];
}

function isExpectedError(
	{ step }: RunRecord,
	{ error }: Extract<Expected, { error: RegExp }>,
	report: Report,
): boolean {
	if (report.is === 'failed') return error.test(report.text);
	// What nothing is sent for may show its fault later.
	return step.option === 'show' || (step.option === 'guard' && isIdle(report));
}

function isAsSaid(
	{ action, changed }: Extract<Expected, { action: string }>,
	report: Report,
): boolean {
	if (report.is !== 'done' || report.json.action !== action) return false;
	// What would change of a locked or deleted post may be listed or not.
	if (action === 'locked' || action === 'deleted') return true;
	const listed: unknown = report.json.changed;
	if (!Array.isArray(listed)) return false;
	// A post that is not scheduled any more has lost its time, too.
	const isOptional = (each: string) =>
		each === 'scheduled_at' && (action === 'unscheduled' || action === 'published');
	return (
		listed
			.filter((each) => !isOptional(String(each)))
			.sort()
			.join() ===
		changed
			.filter((each) => !isOptional(each))
			.sort()
			.join()
	);
}

/** In a quiet run, a row fails only if the creation of its post got no response, and the error names that post. */
function judgeError(world: World, record: RunRecord, row: Row, report: Report): string[] {
	if (report.is !== 'failed' || world.isOutUnseen(row.number)) return [];
	const { text } = report;
	const expected = expectedOf(world, record, row);
	if ('error' in expected && expected.error.test(text)) return [];
	if (mayBeHidden(world, record, row, report) || mayBeAsSeen(world, record, row, report)) return [];
	const isNamed = record.after.some(({ id }) => world.unknownPosts.has(id) && text.includes(id));
	return isNamed ? [] : [`still fails in the end: ${text}`];
}

const show = (value: object) =>
	JSON.stringify(value, (_, inner: unknown) => (inner instanceof RegExp ? String(inner) : inner));
