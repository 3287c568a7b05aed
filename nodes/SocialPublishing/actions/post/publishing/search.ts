import type { IDataObject } from 'n8n-workflow';

import { CLOCK_TOLERANCE_MS } from '../../../api/phase';
import { OTHER_PAGE_SIZE, readPostList, type PostList } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { readCreatedMs } from '../../../api/readings/times';
import {
	findPost,
	forgottenPostFailure,
	toFinding,
	type PostSearch,
} from '../../../commands/findEffect';
import { clock } from '../../../shared/clock';
import { firstText } from '../../../shared/json';
import type { Connection } from '../../../transport/connection';
import { KEY_LIFETIME_MS } from '../../../transport/retry';
import { NOTHING_FOUND, type Finding } from '../../../transport/finding';
import { unlistedPostFailure } from './failures';

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

/**
 * Looks for the post of a command whose response was lost so long ago that the service may have forgotten its key. It was not
 * made only if two steady readings with pages of different sizes lack it. A post with the same content that is older than the
 * command, or newer than the last use of the key, is that of another one, but its age is a guess, so the search is undecided then.
 *
 * @param sentAtMs when the command was sent, in milliseconds since 1970
 * @param isUncertain whether a post may also be that of another command
 */
export async function findForgottenPost(
	connection: Connection,
	search: PostSearch,
	sentAtMs: number,
	isUncertain: (id: string | undefined) => boolean = () => false,
): Promise<Finding> {
	const { workspacePath, purpose, content } = search;
	const forgotten = (posts: PostList['posts']) => forgottenPostFailure(posts, purpose);
	const read = async (pageSize?: number) =>
		await readPostList(connection, workspacePath, purpose, pageSize);
	const look = async ({ posts }: PostList): Promise<Finding | undefined> => {
		const found = await findPost(connection, { ...search, posts });
		if (found.is === 'none') return undefined;
		if (found.is !== 'found') return toFinding(found, forgotten);
		const { post } = found.state;
		const isDoubtful = isOfOtherTime(post, sentAtMs) || isUncertain(readRecordId(post));
		return isDoubtful
			? { is: 'undecided', failure: forgotten([post]) }
			: toFinding(found, forgotten);
	};
	const readings = { first: await read(), readAgain: async () => await read(OTHER_PAGE_SIZE) };
	const looked = await lookTwice(readings, look);
	if (looked.found !== undefined) return looked.found;
	if (looked.isSteady) return NOTHING_FOUND;
	const text = firstText(content.text) ?? '';
	const failure = unlistedPostFailure(undefined, text, 'start a new execution to create it again.');
	return { is: 'undecided', failure };
}

/** Whether a post was created before a command was first sent, or after its key was used for the last time. */
function isOfOtherTime(post: IDataObject, sentAtMs: number): boolean {
	const lastUseMs = sentAtMs + KEY_LIFETIME_MS;
	const createdMs = readCreatedMs(post) ?? sentAtMs;
	return isOlder(post, sentAtMs) || createdMs > lastUseMs + CLOCK_TOLERANCE_MS;
}

/** Whether a post was created before a time, even if the clocks of n8n and the service differ. False if it does not state when. */
export function isOlder(post: IDataObject, timeMs: number): boolean {
	const createdMs = readCreatedMs(post);
	return createdMs !== undefined && createdMs < timeMs - CLOCK_TOLERANCE_MS;
}

/** For how long a service may not find a new post. */
const MISSING_MS = 60_000;

/** Whether a post states that it is new. If the service does not find it, that does not show that it was deleted. */
export function isJustCreated(post: IDataObject): boolean {
	return (readCreatedMs(post) ?? 0) > clock.now() - MISSING_MS;
}
