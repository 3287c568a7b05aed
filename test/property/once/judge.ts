import { saysUnlisted } from '../posts/lists';
import type { Content, PostState } from '../posts/postState';
import type { Event } from '../posts/postWorld';
import { reportsOf, type Report } from './reports';
import type { RunRecord, World } from './world';

/** Compares what the service has done with the outputs of the node. Returns the differences. */
export function judge(world: World): string[] {
	return [
		...judgeDeliveries(world),
		...world.events.flatMap((event, index) => judgeEvent(world, event, index)),
		...world.runs.flatMap((record) => judgeRun(world, record)),
	];
}

/** No item is published twice. */
function judgeDeliveries(world: World): string[] {
	const counts = new Map<number, number>();
	for (const { item, deliveries } of world.posts()) {
		counts.set(item, (counts.get(item) ?? 0) + deliveries);
	}
	return [...counts].flatMap(([item, count]) =>
		count > 1 && !world.isOutUnseen(item) ? [`item ${item} went out ${count} times`] : [],
	);
}

/** Each post has the latest content of its item or of a person, and the node overwrites no edit by hand. */
function judgeEvent(world: World, event: Event, index: number): string[] {
	const { operation, by, postId, run } = event;
	if (by !== 'node' || operation === 'create_post' || operation === 'delete_post') return [];
	const earlier = world.events.slice(0, index).filter((each) => each.postId === postId);
	const sent = earlier.findLast((each) => each.by === 'node' && SETS_CONTENT.has(each.operation));
	const before = earlier.at(-1);
	const item = world.itemOfPost(postId);
	const wanted = contentInRun(world, run, item);
	if (operation === 'edit_post') {
		return isSame(before?.post?.content, sent?.post?.content)
			? []
			: [`run ${run} overwrote what somebody had changed of item ${item}`];
	}
	if (isSame(before?.post?.content, wanted) || isSame(wanted, sent?.post?.content)) return [];
	const texts = [before, sent].map((each) => JSON.stringify(each?.post?.content));
	return [
		`run ${run}, ${operation}: item ${item} says ${JSON.stringify(wanted)}, its post ${texts[0]}, and was sent as ${texts[1]}`,
	];
}

const SETS_CONTENT = new Set(['create_post', 'edit_post']);

/** What an item said in a run: of several input items with its key, the first counts. */
function contentInRun({ runs }: World, run: number, item: number | undefined): Content | undefined {
	const record = runs[run];
	return record?.contents[record.items.indexOf(item ?? -1)];
}

function isSame(one: Content | undefined, other: Content | undefined): boolean {
	return (
		one?.text === other?.text && one?.account === other?.account && one?.picture === other?.picture
	);
}

function judgeRun(world: World, record: RunRecord): string[] {
	return record.ended.flatMap((run) => {
		const reports = reportsOf(record, run);
		const missing =
			record.inLoop && run.status !== 'error' && reports.length !== record.items.length
				? [`the loop ended after ${reports.length} of ${record.items.length} items`]
				: [];
		const found = reports.flatMap((some, index) => judgeReports(world, record, index, some));
		return [...missing, ...found].map((each) => `run ${record.index}: ${each}`);
	});
}

function judgeReports(world: World, record: RunRecord, index: number, reports: Report[]): string[] {
	const item = record.items[index] ?? -1;
	const [report] = reports;
	if (report === undefined || reports.length > 1) {
		return [`item ${item} leaves ${reports.length} times: ${JSON.stringify(reports)}`];
	}
	switch (report.is) {
		case 'posted':
			return judgePosted(world, record, item, report.postId);
		case 'postedBefore':
			return wasReached(world, record, item) ? [] : [`item ${item} was not posted before`];
		case 'discarded':
			return judgeDiscarded(world, record, item, report.isNamed);
		case 'failed':
			return judgeFailed(world, record, item, report.text);
	}
}

function judgePosted(world: World, record: RunRecord, item: number, postId: string): string[] {
	const owner = world.itemOfPost(postId);
	if (owner !== item) return [`item ${item} puts out the post of item ${owner}`];
	// Since the failed execution, somebody may have done anything to the post.
	if (record.isRetry) return wasReached(world, record, item) ? [] : [`item ${item} was not posted`];
	const post = record.posts.find(({ id }) => id === postId);
	if (post === undefined) return [`item ${item} puts out a post that does not exist`];
	return isOut(world, record, post) || record.ask === 'draft'
		? []
		: [`item ${item} puts out a post that is ${post.status}`];
}

/** Whether a post is scheduled or published, as was asked for. */
function isOut(
	world: World,
	{ ask, events }: RunRecord,
	{ id, deliveries }: Pick<PostState, 'id' | 'deliveries'>,
): boolean {
	const scheduled = world.events
		.slice(0, events)
		.some(
			({ operation, by, postId }) =>
				operation === 'schedule_post' && postId === id && (by === 'node' || ask === 'schedule'),
		);
	return deliveries > 0 || scheduled;
}

/** Whether an item has been posted as was asked for at some time until the end of a run, whatever has become of it. */
function wasReached(world: World, record: RunRecord, item: number): boolean {
	const made = world.events
		.slice(0, record.events)
		.filter(
			({ operation, postId }) => operation === 'create_post' && world.itemOfPost(postId) === item,
		);
	if (record.ask === 'draft') return made.length > 0;
	return made.some(({ postId: id }) => {
		const post = record.posts.find((each) => each.id === id);
		return isOut(world, record, post ?? { id, deliveries: 0 });
	});
}

/** If other items made the run fail, its error lists the items that it has posted. */
function judgeDiscarded(world: World, record: RunRecord, item: number, isNamed: boolean): string[] {
	const isReached = wasReached(world, record, item);
	const isRepeated = record.items.filter((each) => each === item).length > 1;
	if (isNamed) return isReached ? [] : [`the error says that item ${item} was posted`];
	const before = world.runs[record.index - 1];
	const wasBefore = before !== undefined && wasReached(world, { ...before, ask: record.ask }, item);
	if (!isReached) return [`item ${item} is neither posted nor in the error`];
	return wasBefore || record.isRetry || record.ended.length > 1 || isRepeated
		? []
		: [`item ${item} was posted, and the error does not say so`];
}

/** In the last run, an item fails only if its posts are undecidable, and the error names them. */
function judgeFailed(world: World, record: RunRecord, item: number, text: string): string[] {
	if (!record.isLast) return [];
	const isTouched = world.events.some(({ by }) => by === 'hand');
	if (saysUnlisted(text) && (world.listView.dropsPosts || wasDeletedByHand(world, item))) return [];
	const named = record.posts.filter(({ id }) => text.includes(id));
	// A post that cannot be decided for its own item may be that of any other with the same accounts.
	const owners = [item, ...named.map(({ id }) => world.itemOfPost(id))];
	const mayBeUndecided =
		isTouched || owners.some((owner) => owner !== undefined && hasOtherPicture(world, owner));
	return mayBeUndecided && named.length > 0 ? [] : [`item ${item} still fails in the end: ${text}`];
}

/** Of a post that may be out, the node cannot tell that from a list that leaves it out. */
function wasDeletedByHand(world: World, item: number): boolean {
	return world.events.some(
		({ by, operation, postId }) =>
			by === 'hand' && operation === 'delete_post' && world.itemOfPost(postId) === item,
	);
}

/** If the response to a creation was lost, a post with the same text and another number of pictures may be anybody's. */
function hasOtherPicture({ runs }: World, item: number): boolean {
	const pictures = runs.flatMap(({ items, contents }) =>
		contents.filter((_, index) => items[index] === item).map(({ picture }) => picture),
	);
	return new Set(pictures).size > 1;
}
