import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { firstText, readRecord, textOf } from '../shared/json';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';

/** A post with the ETag that a change of it needs. */
export interface PostState {
	post: IDataObject;
	etag: string | undefined;
}

/** A record of a post may leave its ID out. */
export function withId(post: IDataObject, id: unknown): IDataObject {
	return firstText(post.id) === undefined ? { ...post, id: firstText(id) } : post;
}

/** Reads a post as it is now. */
export async function readPost(
	connection: Connection,
	postPath: string,
	purpose: string,
): Promise<PostState> {
	const { data, etag } = await call(connection, {
		purpose,
		method: 'GET',
		path: postPath,
		safety: 'safe',
	});
	const post = readRecord(data);
	return { post, etag: etag ?? textOf(post.etag) };
}

/** Undefined if the post has been deleted. */
export async function readPostIfExists(
	connection: Connection,
	postPath: string,
	purpose: string,
): Promise<PostState | undefined> {
	return await readPost(connection, postPath, purpose).catch((error: unknown) => {
		if (error instanceof ServiceFailure && error.facts.status === 404) return undefined;
		throw error;
	});
}

/** All posts of a workspace. */
export async function listPosts(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<IDataObject[]> {
	const path = `${workspacePath}/posts`;
	return await fetchList(connection, { purpose, path, limit: undefined });
}

/** Posts of a list as they are now, because the list may leave out what matters. Those deleted since are left out. */
export async function readPosts(
	connection: Connection,
	workspacePath: string,
	posts: IDataObject[],
	purpose: string,
): Promise<PostState[]> {
	const found: PostState[] = [];
	for (const { id } of posts) {
		const postPath = `${workspacePath}/posts${path(firstText(id) ?? '')}`;
		const current = await readPostIfExists(connection, postPath, purpose);
		if (current !== undefined) found.push(current);
	}
	return found;
}
