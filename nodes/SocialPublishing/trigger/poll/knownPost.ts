import type { Trail } from './trail';

/** Statuses of a post, as one character each. Any other is not followed. */
export const POST_CODES: Record<string, string> = {
	draft: 'd',
	scheduled: 's',
	publishing: 'u',
	published: 'p',
	partial: 'a',
	failed: 'f',
	cancelled: 'c',
};
export const FINAL_POST_CODES = 'paf';

/** Statuses of a delivery. All that are not final count as waiting, `w`. */
export const DELIVERY_CODES: Record<string, string> = {
	published: 'p',
	failed: 'f',
	blocked: 'b',
	needs_review: 'r',
};
export const FINAL_DELIVERY_CODES = 'pfbr';
export const WAITING = 'w';

/** What is remembered of a post. */
export interface KnownPost {
	status: Trail;
	/** Marks of its content and its schedule, while it can be edited; else empty. */
	content: string;
	schedule: string;
	/** Mark of its entry in the list, where that leaves something out: while it stays the same, so may the post. Else empty. */
	listed: string;
	/** The post was there at first, but has not been read yet: its deliveries are not known. */
	isUnread: boolean;
	/** Trails of its deliveries by the mark of their key. */
	deliveries: Map<string, Trail>;
}

/** Whether nothing happens to a post unless somebody retries a delivery. */
export function isFinished({ status, deliveries }: KnownPost): boolean {
	const isFinal = (trail: Trail, finals: string) => finals.includes(trail.at(-1) ?? '-');
	const trails = [...deliveries.values()];
	return (
		(isFinal(status, FINAL_POST_CODES) || (status === '' && trails.length > 0)) &&
		trails.every((trail) => isFinal(trail, FINAL_DELIVERY_CODES))
	);
}

/**
 * The posts as text, 20 to 45 bytes each. The sign before `listed` is `!` while the post is unread.
 * `<digest of its ID, 8><status trail>[,<content, 4><schedule, 4>][~<listed, 4>][.<mark of a delivery, 4><its trail>]… `
 */
export function encodePosts(posts: ReadonlyMap<string, KnownPost>): string {
	return [...posts]
		.map(([digest, { status, content, schedule, listed, isUnread, deliveries }]) => {
			const marks = content === '' ? '' : `,${content}${schedule}`;
			const entry = listed === '' ? '' : `${isUnread ? '!' : '~'}${listed}`;
			const trails = [...deliveries].map(([mark, trail]) => `.${mark}${trail}`);
			return `${digest}${status}${marks}${entry}${trails.join('')}`;
		})
		.join(' ');
}

const POST =
	/^([\w-]{8})([a-z]*)(?:,([\w-]{4})([\w-]{4}))?(?:([~!])([\w-]{4}))?((?:\.[\w-]{4}[a-z]*)*)$/;

/** Leaves out what is not readable. */
export function decodePosts(text: string): Map<string, KnownPost> {
	const posts = new Map<string, KnownPost>();
	for (const entry of text.split(' ')) {
		const [, digest, status = '', content = '', schedule = '', sign, listed = '', trails = ''] =
			POST.exec(entry) ?? [];
		if (digest === undefined) continue;
		const isUnread = sign === '!';
		const deliveries = new Map(
			trails
				.split('.')
				.slice(1)
				.map((trail): [string, Trail] => [trail.slice(0, 4), trail.slice(4)]),
		);
		posts.set(digest, { status, content, schedule, listed, isUnread, deliveries });
	}
	return posts;
}
