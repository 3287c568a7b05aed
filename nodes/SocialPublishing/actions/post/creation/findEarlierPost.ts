import type { IDataObject } from 'n8n-workflow';

import { readPost } from '../../../api/changePost';
import { listPosts, mayHaveContent, statesContent } from '../../../api/findPosts';
import { readDestinations, readPostStatus } from '../../../api/postRecords';
import { readName } from '../../../api/records';
import type { Item } from '../../../properties/item';
import type { OnceKey } from '../../../properties/once/onceRun';
import { ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody } from '../content/postContent';
import type { Creation } from './creation';

const PURPOSE = 'look for an earlier post of the item';
/** Posts that are read one by one where the list does not state their texts and accounts. */
const MOST_READS = 20;
const MOST_NAMES = 10;

/**
 * The post that an earlier run has created for a key that is posted once: the only one with the same text and accounts.
 * Undefined if there is none.
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
	const { connection } = item;
	const body = toPostBody(content, []);
	const posts = isRecent
		? await listPosts(connection, workspace, PURPOSE)
		: await item.once.listPosts(connection, workspace, PURPOSE);
	const listed = posts.filter(
		(post) => mayHaveContent(post, body) && !once.isPostOfOther(firstText(post.id)),
	);
	if (listed.length > MOST_READS) throw undecidedFailure(listed);
	const candidates: Array<{ post: IDataObject; etag: string | undefined }> = [];
	for (const { id } of listed) {
		const current = await readIfExists(item, `${workspace}/posts${path(firstText(id) ?? '')}`);
		if (current !== undefined && mayHaveContent(current.post, body)) candidates.push(current);
	}
	const [only, ...others] = candidates;
	if (only === undefined) return undefined;
	const { post, etag } = only;
	// Posts without text differ in their pictures only, and each upload of a picture has an ID of its own.
	const isTold = statesContent(post) && (hasText(body) || readPostStatus(post) === 'draft');
	if (others.length > 0 || !isTold || followUp?.isPossible(post) === false) {
		throw undecidedFailure(candidates.map((candidate) => candidate.post));
	}
	once.takeOver(String(post.id));
	return { data: post, etag, headers: {} };
}

async function readIfExists(
	{ connection }: Item,
	postPath: string,
): Promise<Awaited<ReturnType<typeof readPost>> | undefined> {
	return await readPost(connection, postPath, PURPOSE).catch((error: unknown) => {
		if (error instanceof ServiceFailure && error.facts.status === 404) return undefined;
		throw error;
	});
}

function hasText({ text: shared, destinations }: IDataObject): boolean {
	const texts = readDestinations({ destinations }).map(({ text }) => text ?? shared);
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
