import type { Content } from '../posts/postState';
import { reportsOf } from './reports';
import type { World } from './world';

/** What has happened in a world, a line each. */
export function tell(world: World): string[] {
	const names = new Map(
		[...world.harness.service.state.accounts.values()].map((each) => [each.id, each.name]),
	);
	const show = (content: Content | undefined) =>
		content === undefined
			? 'gone'
			: `"${content.text}", ${names.get(content.account)}, picture ${content.picture}`;
	return world.runs.flatMap((record) => {
		const { index, ask, items, inLoop, ended, isRetry, contents } = record;
		const events = world.events
			.filter(({ run }) => run === index)
			.map(({ operation, by, postId, post }) => {
				const what = `${operation} of item ${world.itemOfPost(postId)}, ${postId}`;
				return `  by ${by}: ${what}: ${show(post?.content)}`;
			});
		const said = items.map((item, place) => `  item ${item}: ${show(contents[place])}`);
		const reports = ended.map((run) => `  puts out ${JSON.stringify(reportsOf(record, run))}`);
		const kind = [ask, isRetry && 'Retry', inLoop && 'in a loop'].filter(Boolean).join(', ');
		return [`run ${index} (${kind})`, ...said, ...events, ...reports];
	});
}
