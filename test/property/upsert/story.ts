import { reportsOf } from './reports';
import type { World } from './world';

/** What has happened in a world, a line each. */
export function tell(world: World): string[] {
	return world.runs.flatMap((record) => {
		const { index, step, rows, isRetry, quiet, startMs } = record;
		const kind = [isRetry && 'Retry', quiet && 'quiet', `wasSettled ${record.wasSettled.join()}`];
		const events = world.events
			.filter(({ run }) => run === index)
			.map(({ operation, by, postId, post }) => {
				const what = `${operation} of row ${world.itemOfPost(postId)}, ${postId}`;
				return `  by ${by}: ${what}: ${post === undefined ? 'gone' : JSON.stringify(post)}`;
			});
		return [
			`run ${index}, ${new Date(startMs).toISOString()} (${kind.filter(Boolean).join(', ')}) ${JSON.stringify(step)}`,
			...rows.map((row) => `  ${JSON.stringify({ ...row, time: new Date(row.timeMs) })}`),
			...events,
			...record.ended.map((run) => `  puts out ${JSON.stringify(reportsOf(record, run))}`),
		];
	});
}
