import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from '../readings/record';
import { ignoreRequestFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { path } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { fetchList } from '../../transport/paginate';
import { readPost } from '../posts';
import { readShownText } from '../readings/content';
import { readAccountId } from '../readings/delivery';
import { readDeliveryLink, readPostLinks } from '../readings/outcome';
import { readDestinations } from '../readings/post';

/** The posts that statistics are about, by ID. */
export type PostDirectory = ReadonlyMap<string, IDataObject>;

const PURPOSE = 'get the texts of the posts';

/**
 * Reads posts for their texts and links: a single one directly, several from the list of posts until all are found. The
 * statistics are complete without them, so posts that cannot be read are left out.
 */
export async function readPostDirectory(
	connection: Connection,
	workspacePath: string,
	ids: string[],
): Promise<PostDirectory> {
	const wanted = new Set(ids);
	const [only] = wanted;
	if (only === undefined) return new Map();
	const reading =
		wanted.size === 1
			? readPost(connection, `${workspacePath}${path('posts', only)}`, PURPOSE).then(({ post }) => [
					{ ...post, id: only },
				])
			: fetchList(connection, {
					purpose: PURPOSE,
					path: `${workspacePath}${path('posts')}`,
					limit: wanted.size,
					matches: (post) => wanted.has(readRecordId(post) ?? ''),
				});
	const posts = (await reading.catch(ignoreRequestFailure)) ?? [];
	return new Map(posts.map((post) => [readRecordId(post) ?? '', post]));
}

/** Adds the text and the link of the post to each row about a post. Missing values are null. Pure. */
export function withPosts(rows: IDataObject[], posts: PostDirectory): IDataObject[] {
	return rows.map((row) => {
		const { post_id, ...others } = row;
		const id = firstText(post_id);
		if (id === undefined) return row;
		const about = describePost(posts.get(id) ?? {}, firstText(row.account_id));
		// The statistics themselves may already contain these fields.
		return { post_id, ...about, ...others };
	});
}

/** The text and the link of a post, on the account if that is known. */
function describePost(post: IDataObject, accountId: string | undefined): IDataObject {
	const destination = readDestinations(post).find(
		(each) => accountId !== undefined && readAccountId(each) === accountId,
	);
	const [link] = readPostLinks(post);
	const own = destination === undefined ? link : readDeliveryLink(post, destination);
	return { post_text: readShownText(post, destination) ?? null, post_url: own ?? null };
}

/** Adds `kind` to each row that is about a post or an account. Pure. */
export function withKind(rows: IDataObject[]): IDataObject[] {
	return rows.map((row) => {
		if ('post_id' in row) return { kind: 'post', ...row };
		return 'account_id' in row ? { kind: 'account', ...row } : row;
	});
}
