import { endsIn, type Trail } from './trail';

/** Statuses of a post, as one character each. Any other is not followed. */
export const POST_CODES = new Map([
	['draft', 'd'],
	['scheduled', 's'],
	['publishing', 'u'],
	['published', 'p'],
	['partial', 'a'],
	['failed', 'f'],
	['cancelled', 'c'],
]);
export const FINAL_POST_CODES = 'paf';

/** Statuses of a delivery. All that are not final count as waiting, `w`. */
export const DELIVERY_CODES = new Map([
	['published', 'p'],
	['failed', 'f'],
	['blocked', 'b'],
	['needs_review', 'r'],
]);
export const FINAL_DELIVERY_CODES = 'pfbr';
export const WAITING = 'w';

/** What is remembered of a post. */
export interface KnownPost {
	status: Trail;
	/** Marks of its content and its schedule, while it can be edited; else empty. */
	content: string;
	schedule: string;
	/** Trails of its deliveries by the mark of their key. */
	deliveries: Map<string, Trail>;
}

/** Whether nothing happens to a post unless somebody retries a delivery. */
export function isFinished({ status, deliveries }: KnownPost): boolean {
	const trails = [...deliveries.values()];
	const hasEnded = endsIn(status, FINAL_POST_CODES) || (status === '' && trails.length > 0);
	return hasEnded && trails.every((trail) => endsIn(trail, FINAL_DELIVERY_CODES));
}

/**
 * The posts as text, 20 to 45 bytes each:
 * `<digest of its ID, 8><status trail>[,<content, 4><schedule, 4>][.<mark of a delivery, 4><its trail>]… `
 */
export function encodePosts(posts: ReadonlyMap<string, KnownPost>): string {
	return [...posts]
		.map(([digest, { status, content, schedule, deliveries }]) => {
			const marks = content === '' ? '' : `,${content}${schedule}`;
			const trails = [...deliveries].map(([mark, trail]) => `.${mark}${trail}`);
			return `${digest}${status}${marks}${trails.join('')}`;
		})
		.join(' ');
}

const POST = /^([\w-]{8})([a-z]*)(?:,([\w-]{4})([\w-]{4}))?((?:\.[\w-]{4}[a-z]*)*)$/;

/** Leaves out what is not readable. */
export function decodePosts(text: string): Map<string, KnownPost> {
	const posts = new Map<string, KnownPost>();
	for (const entry of text.split(' ')) {
		const [, digest, status = '', content = '', schedule = '', trails = ''] =
			POST.exec(entry) ?? [];
		if (digest === undefined) continue;
		const deliveries = new Map(
			trails
				.split('.')
				.slice(1)
				.map((trail): [string, Trail] => [trail.slice(0, 4), trail.slice(4)]),
		);
		posts.set(digest, { status, content, schedule, deliveries });
	}
	return posts;
}
