import type { IDataObject } from 'n8n-workflow';

import { idempotencyKey } from '../../../commands/key';
import { asFlag, processMemory } from '../../../commands/processMemory';
import type { Connection } from '../../../transport/connection';
import {
	fingerprint,
	mayHaveAccounts,
	statesContent,
	type PostContent,
} from '../../../api/postContent';
import { readLifecycleStatus } from '../../../api/postLifecycle';
import { listPosts, readPosts } from '../../../api/posts';
import { isIdleStatus } from '../../../api/readings/post';
import { findPost, MOST_POSTS_READ, toFinding, type FoundPost } from '../../../commands/findEffect';
import type { Item } from '../../../properties/item';
import type { ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import type { Finding } from '../../../transport/errors';
import { toPostBody } from '../content/postContent';
import {
	bodyWithStandIns,
	changedTwiceFailure,
	impossibleFailure,
	uncertainItemFailure,
	uncertainRowFailure,
	type Creation,
} from './creation';
import type { OnceKey } from './onceKey';

const LOOKUP_PURPOSE = 'look for an earlier post of the item';

/** When the post of a key may have been created. */
interface Circumstances {
	/** During this run, too. */
	isRecent: boolean;
	/** The service knows the idempotency key with other content. */
	isUsed?: boolean;
}

/** Creations that the service has refused, because it knows the key with other content: it would refuse them again. */
const refusedCreations = processMemory('refused creation', asFlag);

export function rememberRefused({ connection }: Item, creation: Creation): void {
	refusedCreations.remember(identityOf(connection, creation), true);
}

function identityOf({ baseUrl }: Connection, creation: Creation): unknown[] {
	const { command, idempotency } = creation;
	return [baseUrl, idempotencyKey(idempotency, command), bodyWithStandIns(creation)];
}

/** Looks for the post of a key that is posted once, and decides whether the node can go on from it. */
export async function findPostOfKey(
	item: Item,
	creation: Creation,
	once: OnceKey,
	circumstances: Circumstances,
): Promise<Finding> {
	const { connection } = item;
	const { workspace } = creation;
	const all = circumstances.isRecent
		? await listPosts(connection, workspace, LOOKUP_PURPOSE)
		: await once.run.listPosts(connection, workspace, LOOKUP_PURPOSE);
	const isNoted = await once.hasPost(circumstances.isRecent);
	// Rows may have the same content, so that the post of another row looks like that of this one.
	const posts = once.followsItem && !isNoted ? await once.run.withoutClaimed(all) : all;
	const found = isNoted
		? await findNoted(item, creation, once, posts)
		: await findUnnoted(item, creation, once, { posts, ...circumstances });
	const failure =
		found.is === 'found' ? await takeOver(creation, once, found.state.post) : undefined;
	return failure === undefined
		? toFinding(found, once.followsItem ? uncertainRowFailure : uncertainItemFailure)
		: { is: 'undecided', failure };
}

/** Looks for the post whose ID was noted. One that is not listed any more has been deleted. */
async function findNoted(
	{ connection }: Item,
	creation: Creation,
	once: OnceKey,
	posts: IDataObject[],
): Promise<FoundPost> {
	const noted = await once.findNoted(posts, bodyWithStandIns(creation));
	if (noted === undefined) return { is: 'none' };
	const [state] = await readPosts(connection, creation.workspace, [noted], LOOKUP_PURPOSE);
	return state === undefined ? { is: 'none' } : { is: 'found', state };
}

/**
 * Looks for a post whose ID could not be noted: one with the text and accounts that the item has now or, if there is none,
 * with those that were sent for the key before. Somebody may have edited it since. Within a day, the service itself says
 * whether there is one, because it knows the idempotency key; later, any post with these accounts may be it that is not
 * known to belong to another key.
 */
async function findUnnoted(
	{ connection }: Item,
	creation: Creation,
	once: OnceKey,
	{ posts, isUsed }: Circumstances & { posts: IDataObject[] },
): Promise<FoundPost> {
	const { workspace } = creation;
	const content = bodyWithStandIns(creation);
	const isOther = (id: string | undefined) => once.isPostOfOther(id);
	const found = await findPost(connection, {
		workspacePath: workspace,
		purpose: LOOKUP_PURPOSE,
		content,
		posts,
		isOther,
		readSent: async (fingerprints) => await once.readSent(fingerprints),
	});
	if (found.is !== 'none' || !(await once.isBegun())) return found;
	const isRefused = isUsed || refusedCreations.recall(identityOf(connection, creation)) === true;
	if (!isRefused && (await once.isRecent())) return found;
	const others = posts.filter(({ id }) => !isOther(firstText(id)));
	const sent = new Set(await once.withSentAccounts?.(others));
	const similar = others.filter((post) => sent.has(post) || mayHaveAccounts(post, content));
	const unclaimed = await once.run.withoutClaimed(similar);
	const candidates = await withAccounts(unclaimed, content, async (unclear) => {
		const states = await readPosts(connection, workspace, unclear, LOOKUP_PURPOSE);
		return states.map(({ post }) => post);
	});
	return candidates.length === 0 ? found : { is: 'undecided', posts: candidates };
}

/** Posts that go to the accounts. What the list leaves out is read, unless there are too many. */
async function withAccounts(
	posts: IDataObject[],
	content: PostContent,
	read: (posts: IDataObject[]) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const unclear = posts.filter((post) => !statesContent(post));
	if (unclear.length === 0 || unclear.length > MOST_POSTS_READ) return posts;
	const clear = posts.filter(statesContent);
	return [...clear, ...(await read(unclear)).filter((post) => mayHaveAccounts(post, content))];
}

/**
 * Goes on with the post of an earlier run, as it is now: with what a person has corrected. If only the item has changed, the
 * post follows it.
 *
 * @returns why it cannot go on
 */
export async function takeOver(
	{ followUp, command, content }: Creation,
	once: OnceKey,
	post: IDataObject,
): Promise<ServiceFailure | undefined> {
	once.usePost(String(post.id));
	if (followUp?.isPossible(post) === false) return impossibleFailure(post);
	const status = readLifecycleStatus(post);
	// One that goes out, or is out, stays as it is.
	if (!once.followsItem && (status === undefined || isIdleStatus(status))) {
		const isUnchanged = await once.isUnchanged(command.content);
		const current = fingerprint(post);
		const wanted = fingerprint(toPostBody(content, []));
		const isAsSent = statesContent(post) && (await once.readSent([current])).size > 0;
		if (!isUnchanged && !isAsSent && current !== wanted) return changedTwiceFailure(post);
		once.isOutdated = isAsSent && (!isUnchanged || current !== wanted);
	}
	once.isTakenOver = true;
	return undefined;
}
