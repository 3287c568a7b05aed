import fc from 'fast-check';

import type { Dialect, RunningService } from '../../service';
import type { Post } from './postState';

/**
 * How the list of posts differs from the posts, always: `lagging` shows a post only 45 seconds after its creation, `recent`
 * only until a day after its publication.
 */
export type Lists = 'whole' | 'lagging' | 'recent';

/** A post slips between two pages, or the list is empty for a moment: what it lacks during a run. */
export interface Gap {
	/** The number of the item or row whose post is missing; `all`: the list is empty. */
	lacks: number | 'all';
	/**
	 * Which readings lack it. Two in a row prove that a draft was deleted, so `all` concerns only posts that have been handed to
	 * their accounts, and not by hand.
	 */
	readings: 'first' | 'second' | 'all';
}

const LAG_MS = 45_000;
const DAY_MS = 86_400_000;

export const lists: fc.Arbitrary<Lists> = fc.constantFrom('whole', 'whole', 'lagging', 'recent');

export const gapOf = (items: number): fc.Arbitrary<Gap> =>
	fc.record({
		lacks: fc.oneof(fc.nat(items - 1), fc.constant('all' as const)),
		readings: fc.constantFrom('first', 'second', 'all', 'all'),
	});

/** What the list of a service shows. */
export class ListView {
	private gap: Gap | undefined;
	private readingsBefore = 0;
	private running: RunningService | undefined;

	constructor(
		private readonly lists: Lists,
		/** The number of the item or row of a post. */
		private readonly numberOfPost: (id: string) => number | undefined,
		private readonly wasSentByHand: (id: string) => boolean,
	) {}

	/** The dialect of a service with this list. */
	of(dialect: Dialect): Dialect {
		return {
			...dialect,
			listedPost: (post) => (this.shows(String(post.id)) ? dialect.listedPost(post) : undefined),
		};
	}

	/** Whether posts that went out disappear. */
	get dropsPosts(): boolean {
		return this.lists === 'recent';
	}

	observe(service: RunningService): void {
		this.running = service;
	}

	/** From now on, the list lacks this, or nothing any more. */
	open(gap: Gap | undefined): void {
		this.gap = gap;
		this.readingsBefore = this.readings;
	}

	private get readings(): number {
		return this.running?.journal.count({ operation: 'list_posts' }) ?? 0;
	}

	private shows(id: string): boolean {
		const post = this.running?.state.posts.get(id);
		return post === undefined || (!this.isInGap(post) && this.showsNow(post));
	}

	private isInGap({ id, history }: Post): boolean {
		const { gap } = this;
		if (gap === undefined || (gap.lacks !== 'all' && this.numberOfPost(id) !== gap.lacks))
			return false;
		const nth = this.readings - this.readingsBefore;
		if (gap.readings === 'all') return history.length > 0 && !this.wasSentByHand(id);
		return nth === (gap.readings === 'first' ? 1 : 2);
	}

	private showsNow({ createdAtMs, history }: Post): boolean {
		const nowMs = this.running?.clock.now() ?? 0;
		if (this.lists === 'lagging') return createdAtMs <= nowMs - LAG_MS;
		const isOut = history.some(
			({ status, finishedAtMs }) =>
				status === 'published' && (finishedAtMs ?? nowMs) < nowMs - DAY_MS,
		);
		return this.lists === 'whole' || !isOut;
	}
}

/** Whether an error says that the list lacks the post of an item. */
export function saysUnlisted(text: string): boolean {
	return text.includes('does not list the post of this item');
}
