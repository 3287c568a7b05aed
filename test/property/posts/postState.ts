import type { RunningService } from '../../service';
import type { Surroundings } from './surroundings';

export type Post = RunningService['state']['posts'] extends Map<string, infer P> ? P : never;

/** What an item says, or a post shows: its text, the IDs of its accounts, and the width of its picture. */
export interface Content {
	text: string;
	account: string;
	/** 0: none. */
	picture: number;
}

/** A post of an item. */
export interface PostState {
	id: string;
	item: number;
	status: string;
	etag: string;
	/** How often it has been handed to its accounts, and how often it has appeared on one of them. */
	deliveries: number;
	publications: number;
	content: Content;
	/** The options of its first destination. */
	options: Record<string, unknown>;
	/** Null if it is not scheduled. */
	scheduledAtMs: number | null;
}

/** The state of the post of an item. */
export function stateOfPost(
	{ state }: RunningService,
	surroundings: Surroundings,
	item: number,
	{ id, status, etag, history, text, destinations, schedule }: Post,
): PostState {
	const [first] = destinations;
	const [mediaId] = first?.content.media_ids ?? [];
	return {
		...{ id, item, status, etag, deliveries: history.length },
		publications: publicationsOf(surroundings, history),
		content: {
			text: (first?.content.text ?? text).trim(),
			account: destinations
				.map(({ content }) => content.account_id)
				.sort()
				.join(),
			picture: state.media.get(mediaId ?? '')?.width ?? 0,
		},
		options: first?.content.options ?? {},
		scheduledAtMs: schedule?.atMs ?? null,
	};
}

/** On the account on which the post has appeared most often, under whatever ID. */
function publicationsOf(surroundings: Surroundings, history: Post['history']): number {
	const counts = new Map<string, number>();
	for (const { accountId, status } of history) {
		const id = surroundings.currentId(accountId);
		if (status === 'published') counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	return Math.max(0, ...counts.values());
}
