import { saysUnlisted } from '../posts/lists';
import { isOutAsOnceWanted, postOf } from './expected';
import { QUIET_RUNS } from './play';
import type { Row, RunRecord } from './records';
import type { Report } from './reports';
import type { World } from './world';

/** Whether the ETag that the row has from an earlier run is not that of its post. */
export function isStale({ step, before }: RunRecord, row: Row): boolean {
	return step.option === 'guard' && postOf(row, before)?.etag !== row.etag;
}

/** A row is as it was when its post went out, but its accounts have changed, or a picture was skipped. */
export function mayBeAsSeen(
	world: World,
	{ before }: RunRecord,
	row: Row,
	report: Report,
): boolean {
	const post = postOf(row, before);
	if (post === undefined || !isOutAsOnceWanted(world, row, post)) return false;
	return isIdle(report) || (report.is === 'failed' && report.text.includes(post.id));
}

/**
 * The list lacks the post of a row: it is incomplete, or the post was deleted by hand or in a run that was then killed, which the
 * node cannot tell from that. So the row may fail.
 */
export function mayBeHidden(world: World, record: RunRecord, row: Row, report: Report): boolean {
	if (report.is !== 'failed' || row.id !== '' || !saysUnlisted(report.text)) return false;
	const post = postOf(row, record.before);
	// Whether an interrupted creation has made a post is not certain until lists would show it.
	if (row.wanted === 'absent' && record.quiet !== QUIET_RUNS) return true;
	if (post !== undefined) return world.listView.dropsPosts && post.deliveries > 0;
	const wasDeleted = world.events.some(
		({ by, run, operation, postId }) =>
			(by === 'hand' || wasKilled(world.runs[run])) &&
			operation === 'delete_post' &&
			world.itemOfPost(postId) === row.number,
	);
	return wasDeleted;
}

function wasKilled(record: RunRecord | undefined): boolean {
	return record?.step.killAt !== undefined || record?.step.killAfter !== undefined;
}

export function isIdle(report: Report): boolean {
	return report.is === 'done' && ['unchanged', 'locked'].includes(String(report.json.action));
}
