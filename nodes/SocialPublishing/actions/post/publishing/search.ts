import type { PostList } from '../../../api/posts';
import type { Item } from '../../../properties/item';
import type { Creation } from './creation';
import type { ItemKey } from './itemKey';

/** The post of a key. */
export interface Sought {
	item: Item;
	key: ItemKey;
	workspace: string;
	/** Undefined for a row that wants no post, or whose content cannot be determined. */
	creation: Creation | undefined;
}

/** What is known before the search. */
export interface Circumstances {
	/** The post may have been created during this run. */
	isRecent?: boolean;
	/** The service has received the idempotency key with other content. */
	isUsed?: boolean;
	/** The list of this run lacks the recorded post. */
	isUnlisted?: boolean;
}

/** Two readings of a list, with pages of different sizes: a post may slip between two pages. */
export interface TwoReadings {
	first: PostList;
	readAgain: () => Promise<PostList>;
}

/** `isSteady`: neither reading shifted while it was read, so what both lack is not in the list. */
type Looked<Found> = { found: Found } | { found: undefined; isSteady: boolean };

/** Looks in two readings of a list. What a single reading lacks is not gone. */
export async function lookTwice<Found>(
	readings: TwoReadings,
	look: (list: PostList) => Promise<Found | undefined>,
): Promise<Looked<Found>> {
	const found = await look(readings.first);
	return found === undefined ? await lookAgain(readings, look) : { found };
}

/** As `lookTwice`, if the first reading lacks what is sought. */
export async function lookAgain<Found>(
	{ first, readAgain }: TwoReadings,
	look: (list: PostList) => Promise<Found | undefined>,
): Promise<Looked<Found>> {
	const again = await readAgain();
	const found = await look(again);
	if (found !== undefined) return { found };
	return { found: undefined, isSteady: first.isSteady && again.isSteady };
}
