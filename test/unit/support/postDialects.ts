import { dialects, type Dialect } from '../../service';

type Post = Record<string, unknown>;

/** Services that list incomplete posts, or store texts in another form. */
export const postDialects = {
	...dialects,
	/** The list leaves out all texts. */
	noTexts: { ...dialects.first, listedPost: withoutTexts },
	/** The list leaves out the destinations. */
	noDestinations: { ...dialects.first, listedPost: withoutDestinations },
	/** Texts are kept without the spaces around them. */
	trimmed: { ...dialects.first, keptText: (text) => text.trim() },
} satisfies Record<string, Dialect>;

function withoutTexts(post: Post): Post {
	const destinations: Post[] = Array.isArray(post.destinations) ? post.destinations : [];
	return {
		...without(post, 'text'),
		destinations: destinations.map((destination) => without(destination, 'text')),
	};
}

function withoutDestinations(post: Post): Post {
	return without(post, 'destinations');
}

function without(record: Post, field: string): Post {
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
