import type { PostState } from '../posts/postState';
import type { Event } from '../posts/postWorld';
import { differences, isLocked } from './expected';
import type { Row, RunRecord } from './records';
import type { World } from './world';

/** Compares each effect of the node at the service with the row that asked for it. */
export function judgeEvents(world: World): string[] {
	return [
		...world.events.flatMap((event, index) => {
			if (event.by !== 'node') return [];
			const found = judgeEvent(world, event, world.events.slice(0, index));
			const row = world.itemOfPost(event.postId);
			return found.map((each) => `run ${event.run}, ${event.operation} of row ${row}: ${each}`);
		}),
		...world.runs.flatMap(judgeLocked),
		...judgePublications(world),
	];
}

function judgeEvent(world: World, event: Event, earlier: Event[]): string[] {
	const record = world.runs[event.run];
	if (record === undefined) return ['it was sent between two runs'];
	const number = world.itemOfPost(event.postId);
	const [row, another] = record.rows.filter((each) => each.number === number && !each.isAgain);
	if (row === undefined) return ['its row was not in the run'];
	if (another !== undefined) return ['its key was in the run twice'];
	return [
		...judgeCommand(world, row, event, earlier),
		...judgeOthersWork(record, row, event, earlier),
	];
}

/** Each command leads to what the row wants, and there is one post for a row. */
function judgeCommand(world: World, row: Row, event: Event, earlier: Event[]): string[] {
	const { operation, post } = event;
	const content = post === undefined ? [] : differences(world, row, post);
	const isOther = content.length > 0 ? [`${content.join(', ')} is not what the row says`] : [];
	const unlessWanted = (...wanted: string[]) =>
		wanted.includes(row.wanted) ? [] : [`the row wants it ${row.wanted}`];
	switch (operation) {
		case 'create_post': {
			const others = livePosts(earlier, world, row).join();
			return [
				...isOther,
				...unlessWanted('draft', 'scheduled', 'published'),
				...(others === '' || world.isOutUnseen(row.number)
					? []
					: [`the row has a post already, ${others}`]),
			];
		}
		case 'edit_post':
			return [...isOther, ...unlessWanted('draft', 'scheduled', 'published')];
		case 'schedule_post':
		case 'reschedule_post':
			return [
				...isOther,
				...unlessWanted('scheduled'),
				...(post?.scheduledAtMs === world.keptTimeMs(row) ? [] : ['it is not the time of the row']),
			];
		case 'publish_post':
			return [...isOther, ...unlessWanted('published')];
		case 'cancel_post':
			return unlessWanted('draft', 'absent', 'published');
		case 'delete_post':
			return unlessWanted('absent');
		default:
			return ['the table does not need it'];
	}
}

/** The posts of a row that exist after some events. */
function livePosts(events: Event[], world: World, { number }: Row): string[] {
	const gone = new Set(events.flatMap(({ post, postId }) => (post === undefined ? postId : [])));
	const made = events.filter(({ operation }) => operation === 'create_post');
	return made
		.map(({ postId }) => postId)
		.filter((id) => world.itemOfPost(id) === number && !gone.has(id));
}

const TIMES = new Set(['schedule_post', 'reschedule_post', 'cancel_post']);

/**
 * What somebody does between two commands of a run stops it, and Expected Version keeps what somebody has done since.
 * Cancel and delete take no revision: nothing protects what happens right before them.
 */
function judgeOthersWork(record: RunRecord, row: Row, event: Event, earlier: Event[]): string[] {
	const { operation, postId, run } = event;
	const ofPost = earlier.filter((each) => each.postId === postId);
	const [before, last] = [ofPost.at(-2), ofPost.at(-1)];
	// An edit that changes nothing leads only to another ETag.
	const isIdle = isSamePost(before?.post, last?.post);
	const isDuringRun = last?.by === 'hand' && last.run === run && !isIdle;
	if (isDuringRun && ['cancel_post', 'delete_post'].includes(operation)) return [];
	// A post that the row wants to be out is published, whatever its time was.
	if (isDuringRun && operation === 'publish_post' && TIMES.has(last.operation)) return [];
	const hasBegun = ofPost.some((each) => each.by === 'node' && each.run === run);
	const between = isDuringRun && hasBegun ? ['somebody has changed it since the last command'] : [];
	const isNew = ofPost.some((each) => each.operation === 'create_post' && each.run === run);
	if (record.step.option !== 'guard' || operation === 'create_post' || isNew) return between;
	const known = ofPost.findLastIndex(({ post }) => post?.etag === row.etag);
	const since = row.etag === '' ? ofPost : ofPost.slice(known + 1);
	const isKnown = known >= 0 || row.etag === '';
	const isChanged = isKnown && since.some(({ by }) => by === 'hand');
	return isChanged ? [...between, 'it overwrites what somebody has changed'] : between;
}

function isSamePost(before: PostState | undefined, after: PostState | undefined): boolean {
	const withoutEtag = (post: PostState | undefined) => JSON.stringify({ ...post, etag: null });
	return withoutEtag(before) === withoutEtag(after);
}

/** Nothing is sent for a post that was locked before the run. */
function judgeLocked({ index, commands, before }: RunRecord): string[] {
	const names = (post: PostState, path: string) => path.includes(`/${encodeURIComponent(post.id)}`);
	return before
		.filter(isLocked)
		.flatMap((post) =>
			commands
				.filter(({ path, replayed }) => names(post, path) && replayed !== true)
				.map(({ operation }) => `run ${index}: ${operation} of a post that is ${post.status}`),
		);
}

/** No row is published twice. */
function judgePublications(world: World): string[] {
	const numbers = new Set(world.posts().map(({ item }) => item));
	return [...numbers].flatMap((number) => {
		const posts = world.posts().filter(({ item }) => item === number);
		const publications = posts.reduce((sum, post) => sum + post.publications, 0);
		return publications > 1 && !world.isOutUnseen(number)
			? [`row ${number} went out ${publications} times`]
			: [];
	});
}
