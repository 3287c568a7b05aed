import { dialects, type Dialect } from '../../service';

type Post = Record<string, unknown>;

/** Services that list incomplete posts, or store texts in another form. */
export const postDialects = {
	...dialects,
	/** The list leaves out all texts. */
	noTexts: { ...dialects.first, listedPost: withoutTexts },
	/** The list leaves out the destinations. */
	noDestinations: { ...dialects.first, listedPost: withoutDestinations },
	/** The list leaves out the texts, options and media of destinations. Posts themselves leave them out if they are empty. */
	bareDestinations: {
		...dialects.first,
		listedPost: ofDestinations(withoutContent),
		fullPost: ofDestinations(withoutEmptyContent),
	},
	/** The list states only the IDs of the accounts. */
	onlyAccountIds: { ...dialects.first, listedPost: withAccountIds },
	/** Texts are kept without the spaces around them. */
	trimmed: { ...dialects.first, keptText: (text) => text.trim() },
} satisfies Record<string, Dialect>;

function withoutTexts(post: Post): Post {
	const change = ofDestinations((destination) => without(destination, 'text'));
	return change(without(post, 'text'));
}

/** Changes the destinations of a post. */
export function ofDestinations(change: (destination: Post) => Post): (post: Post) => Post {
	return (post) => {
		const destinations: Post[] = Array.isArray(post.destinations) ? post.destinations : [];
		return { ...post, destinations: destinations.map(change) };
	};
}

function withAccountIds(post: Post): Post {
	const destinations: Post[] = Array.isArray(post.destinations) ? post.destinations : [];
	return { ...post, destinations: destinations.map(({ account_id }) => account_id) };
}

const CONTENT = ['text', 'options', 'media_ids'];

function withoutContent(destination: Post): Post {
	return CONTENT.reduce(without, destination);
}

function withoutEmptyContent(destination: Post): Post {
	const isEmpty = (field: string) => Object.keys(Object(destination[field])).length === 0;
	return CONTENT.filter(isEmpty).reduce(without, destination);
}

function withoutDestinations(post: Post): Post {
	return without(post, 'destinations');
}

/** The post, or another record, without a field. */
export function without(record: Post, field: string): Post {
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
