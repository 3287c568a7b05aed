import type { IDataObject } from 'n8n-workflow';

import { readPost } from '../../../api/changePost';
import { fingerprint, listPosts, mayHaveContent, statesContent } from '../../../api/findPosts';
import type { PostState } from '../../../api/outcome';
import { readDestinations, readPostStatus } from '../../../api/postRecords';
import { readName } from '../../../api/records';
import type { Item } from '../../../properties/item';
import type { OnceKey } from '../../../properties/once/onceRun';
import { ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { Connection } from '../../../transport/connection';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody } from '../content/postContent';
import type { Creation } from './creation';

const PURPOSE = 'look for an earlier post of the item';
/** Posts that are read one by one where the list does not state their texts and accounts. */
const MOST_READS = 20;
const MOST_NAMES = 10;

/**
 * The post that an earlier run has created for a key that is posted once: the only one with the text and accounts that
 * the item has now or, if there is none, with those that were sent for the key before. Undefined if there is none.
 *
 * @param isRecent it may have been created during this run
 * @throws ServiceFailure that names the posts if it cannot be decided
 */
export async function findEarlierPost(
	item: Item,
	once: OnceKey,
	{ workspace, content, followUp }: Creation,
	{ isRecent }: { isRecent: boolean },
): Promise<ServiceResponse | undefined> {
	const body = toPostBody(content, []);
	const all = isRecent
		? await listPosts(item.connection, workspace, PURPOSE)
		: await item.once.listPosts(item.connection, workspace, PURPOSE);
	const posts = all.filter(({ id }) => !once.isPostOfOther(firstText(id)));
	const candidates =
		(await readMatching(item, workspace, posts, (post) => mayHaveContent(post, body))) ??
		(await readMatching(item, workspace, posts, await sentBefore(once, posts))) ??
		[];
	const [only, ...others] = candidates;
	if (only === undefined) return undefined;
	const { post, etag } = only;
	// Posts without text differ in their pictures only, and each upload of a picture has an ID of its own.
	const isTold = statesContent(post) && (hasText(post) || readPostStatus(post) === 'draft');
	if (others.length > 0 || !isTold || followUp?.isPossible(post) === false) {
		throw undecidedFailure(candidates.map((candidate) => candidate.post));
	}
	once.takeOver(String(post.id));
	return { data: post, etag, headers: {} };
}

type Matcher = (post: IDataObject) => boolean;

/** Matches posts with what was sent for the key before: a text may contain the time, or have been corrected since. */
async function sentBefore(once: OnceKey, posts: IDataObject[]): Promise<Matcher> {
	const contents = new Set(posts.filter(statesContent).map(fingerprint));
	const sent = await once.readSent([...contents]);
	return (post) => statesContent(post) && sent.has(fingerprint(post));
}

/** The posts that match as they are now, because a list may leave out what matters. Undefined if there is none. */
async function readMatching(
	item: Item,
	workspace: string,
	posts: IDataObject[],
	matches: Matcher,
): Promise<PostState[] | undefined> {
	const listed = posts.filter(matches);
	if (listed.length > MOST_READS) throw undecidedFailure(listed);
	const found: PostState[] = [];
	for (const { id } of listed) {
		const postPath = `${workspace}/posts${path(firstText(id) ?? '')}`;
		const current = await readPostIfExists(item.connection, postPath);
		if (current !== undefined && matches(current.post)) found.push(current);
	}
	return found.length === 0 ? undefined : found;
}

/** Undefined if the post has been deleted. */
export async function readPostIfExists(
	connection: Connection,
	postPath: string,
): Promise<PostState | undefined> {
	return await readPost(connection, postPath, PURPOSE).catch((error: unknown) => {
		if (error instanceof ServiceFailure && error.facts.status === 404) return undefined;
		throw error;
	});
}

function hasText(post: IDataObject): boolean {
	const texts = readDestinations(post).map(({ text }) => text ?? post.text);
	return texts.some((text) => typeof text === 'string' && text.trim() !== '');
}

function undecidedFailure(candidates: IDataObject[]): ServiceFailure {
	const names = candidates
		.slice(0, MOST_NAMES)
		.map(
			(post) => `${String(post.id)} ("${readName(post)}", ${readPostStatus(post) ?? 'no status'})`,
		);
	const others = candidates.length - names.length;
	const list = others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ');
	return new ServiceFailure(
		'It is not certain whether this item has been posted',
		`An earlier run was interrupted while it posted the item, which may be: ${list}. Nothing was sent. If the item is among them, finish its post yourself; otherwise delete the drafts that are not needed. The next run looks again.`,
	);
}
