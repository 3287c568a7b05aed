import type { PostState } from '../posts/postState';
import { ELSEWHERE } from '../posts/surroundings';
import type { Row, RunRecord } from './records';
import type { World } from './world';

/** The action that a run must take for a row, by its post and its wanted status. */
export type Expected = { action: string; changed: string[] } | { error: RegExp };

const WANTED_OUT = ['scheduled', 'published'];
const DELIVERED = ['published', 'publishing'];
const CHANGEABLE = ['draft', 'scheduled', 'cancelled'];
/** A schedule must be this long ahead; what is less than a minute off may be one or the other. */
const LEAD_MS = 30_000;

export function isLocked({ status }: PostState): boolean {
	return !CHANGEABLE.includes(status);
}

/** The post of a row: its ID decides, then its key. */
export function postOf({ id, number }: Row, posts: PostState[]): PostState | undefined {
	return id === ''
		? posts.findLast((post) => post.item === number)
		: posts.find((post) => post.id === id);
}

/** What a post shows in another way than a row says, where the service's form of both is the same. */
export function differences(world: World, row: Row, post: PostState): string[] {
	const { content, options } = post;
	const { keptText, keptOptions } = world.dialect;
	const isSameText = content.text === keptText(world.textOf(row)).trim();
	const isSameAccount = content.account === row.account;
	const areSameOptions = sorted(options) === sorted(keptOptions(world.optionsOf(row)));
	return [
		...(isSameText ? [] : ['text']),
		...(isSameAccount && areSameOptions ? [] : ['destinations']),
		...(content.picture === row.picture || (row.mayLackPicture && content.picture === 0)
			? []
			: ['media']),
	];
}

const sorted = (record: object) => JSON.stringify(Object.entries(record).sort());

/** Whether the post of a row is as the row wants it. */
export function isAsWanted(world: World, row: Row, post: PostState | undefined): boolean {
	if (post === undefined) return row.wanted === 'absent';
	if (isLocked(post)) return isOutAsWanted(world, row, post);
	if (differences(world, row, post).length > 0) return false;
	return row.wanted === 'scheduled'
		? post.scheduledAtMs === world.keptTimeMs(row)
		: row.wanted === 'draft' && post.status !== 'scheduled';
}

/** Whether a post that is out differs from its row only by what has become of accounts since, or by a file that it was saved without. */
export function isOutAsOnceWanted(world: World, row: Row, post: PostState): boolean {
	const accounts = post.content.account.split(',').map((id) => world.surroundings.currentId(id));
	const isSubset = accounts.every((id) => row.account.split(',').includes(id));
	const lacksPicture = world.weeks.pictures === 'addresses' && post.content.picture === 0;
	const once = {
		...post.content,
		...(isSubset && { account: row.account }),
		...(lacksPicture && { picture: row.picture }),
	};
	return isOutAsWanted(world, row, { ...post, content: once });
}

function isOutAsWanted(world: World, row: Row, post: PostState): boolean {
	return (
		DELIVERED.includes(post.status) &&
		WANTED_OUT.includes(row.wanted) &&
		differences(world, row, post).length === 0
	);
}

export function expectedOf(world: World, record: RunRecord, row: Row): Expected {
	const { step, rows, before } = record;
	const { number, wanted, id } = row;
	const isRepeated = rows.filter((each) => each.number === number).length > 1;
	if (row.isAgain && wanted === 'absent') return { action: 'unchanged', changed: [] };
	if (row.isAgain || (isRepeated && !step.inLoop)) {
		return { error: new RegExp(`row ${number % ELSEWHERE}`) };
	}
	if (step.elsewhere) {
		// The brand and the ID are those of the right workspace.
		const isOfBrand = world.weeks.destinations === 'brand' && wanted !== 'absent';
		if (id !== '' || isOfBrand) return { error: /workspace|brand/i };
	}
	const post = postOf(row, before);
	if (step.option === 'guard' && row.etag === '' && post !== undefined) {
		return { error: /Expected Version \(ETag\)/i };
	}
	if (post === undefined) {
		if (wanted === 'absent') return { action: 'unchanged', changed: [] };
		if (id !== '') return { error: /deleted/ };
		if (wanted === 'scheduled' && isPast(record, row)) return PAST;
		return failingIfOut(world, record, row, { action: 'created', changed: [] });
	}
	return isLocked(post)
		? expectedOfLocked(world, row, post)
		: expectedOfOpen(world, record, row, post);
}

const PAST = { error: /past|ahead/ };

function isPast({ startMs }: RunRecord, { timeMs }: Row): boolean {
	return timeMs < startMs + LEAD_MS;
}

function expectedOfLocked(world: World, row: Row, post: PostState): Expected {
	if (isOutAsWanted(world, row, post)) return { action: 'unchanged', changed: [] };
	if (world.weeks.whenLocked === 'fail') return { error: new RegExp(escaped(post.id)) };
	return { action: 'locked', changed: [] };
}

const escaped = (text: string) => text.replaceAll(/\W/g, '\\$&');

function expectedOfOpen(world: World, record: RunRecord, row: Row, post: PostState): Expected {
	const { wanted } = row;
	const isScheduled = post.status === 'scheduled';
	const content = differences(world, row, post);
	const updated = { action: content.length > 0 ? 'updated' : 'unchanged', changed: content };
	switch (wanted) {
		case 'absent':
			return { action: 'deleted', changed: ['status'] };
		case 'draft':
			return isScheduled
				? { action: 'unscheduled', changed: [...content, 'scheduled_at', 'status'] }
				: updated;
		case 'scheduled': {
			if (isScheduled && post.scheduledAtMs === world.keptTimeMs(row)) return updated;
			if (isPast(record, row)) return PAST;
			return isScheduled
				? { action: 'rescheduled', changed: [...content, 'scheduled_at'] }
				: { action: 'scheduled', changed: [...content, 'scheduled_at', 'status'] };
		}
		case 'published':
			return failingIfOut(world, record, row, {
				action: 'published',
				changed: [...content, 'status'],
			});
	}
}

/** A publication that fails while the node waits for it is an error. */
function failingIfOut(world: World, { step }: RunRecord, row: Row, done: Expected): Expected {
	const isWaitedFor =
		world.weeks.waitForOutcome && row.wanted === 'published' && step.option !== 'show';
	return isWaitedFor && row.account === world.failingAccount ? { error: /Always fails/ } : done;
}
