import type { IDataObject } from 'n8n-workflow';

import { accountsOf, fingerprint, mayHaveContent, statesContent } from '../../../api/postContent';
import { readDestinations, readMediaIds, type PostLike } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import { groupBy } from '../../../shared/maps';
import {
	accountsDetail,
	bucketDetail,
	deletedDetail,
	detailOfPost,
	fileDetail,
	postDetail,
	sentDetail,
} from './details';
import type { ItemKey } from './itemKey';
import { throwStoreFailure, type RunKeys } from './runKeys';

/*
 * Which posts belong to a key by what is recorded for it. n8n's store cannot list what it holds, it only confirms what it is
 * asked for.
 */

/** The recorded post of a key, if it is among these. Posts with the content come first. */
export async function findRecordedPost(
	key: ItemKey,
	posts: IDataObject[],
	content: PostLike,
): Promise<IDataObject | undefined> {
	const { isInSync, ledgerKey, facts, runKeys } = key;
	if (isInSync)
		return (await findRecordedPosts(runKeys, [{ key: ledgerKey }], posts)).get(ledgerKey);
	const isSimilar = (post: IDataObject) => mayHaveContent(post, content);
	const groups = [posts.filter(isSimilar), posts.filter((post) => !isSimilar(post))];
	for (const group of groups) {
		const byDetail = new Map(group.map((post) => [detailOfPost(post), post]));
		const [recorded] = await facts.readNow([...byDetail.keys()]);
		if (recorded !== undefined) return byDetail.get(recorded);
	}
	return undefined;
}

/** The recorded post of a key, if this process knows its ID. Another process may have replaced the post that it knows. */
export async function recallRecordedPost({
	ledgerKey,
	facts,
	runKeys,
}: ItemKey): Promise<IDataObject | undefined> {
	const id = runKeys.recallPost(ledgerKey);
	if (id === undefined) return undefined;
	const recorded = await facts.readNow([postDetail(id)]);
	return recorded.size > 0 ? { id } : undefined;
}

/**
 * Keeps the posts that this run has not found for another key, and that no other key has claimed. Items may have the same
 * content, so the post of another item may look like that of this one.
 */
export async function withoutOthers(
	{ ledgerKey, runKeys, facts }: ItemKey,
	posts: IDataObject[],
): Promise<IDataObject[]> {
	const possible = posts.filter((post) => !runKeys.isPostOfOther(readRecordId(post), ledgerKey));
	const ids = possible.map(readRecordId).filter((id) => id !== undefined);
	const claimed = await runKeys.ledger.readClaimed(ids).catch(throwStoreFailure);
	// Another execution may have recorded one of them for this key, even since this run began.
	const own = await facts.readNow([...claimed].map(postDetail));
	const isOfOther = (id = '') => claimed.has(id) && !own.has(postDetail(id));
	return possible.filter((post) => !isOfOther(readRecordId(post)));
}

/** The key of a row, and the fingerprint that its post probably has. */
interface SoughtKey {
	key: string;
	content?: string;
}

/** As `findRecordedPost`, of several rows: posts with the same content come first, then those with the same short hash. */
export async function findRecordedPosts(
	{ ledger }: RunKeys,
	keys: SoughtKey[],
	posts: IDataObject[],
): Promise<Map<string, IDataObject>> {
	const found = new Map<string, IDataObject>();
	const read = async (asked: Map<string, string[]>) =>
		await ledger.readDetailsOf(asked).catch(throwStoreFailure);
	const lookAmong = async (candidates: Map<string, IDataObject[]>) => {
		const asked = [...candidates].map(([key, some]): [string, string[]] => [
			key,
			some.map(detailOfPost),
		]);
		const recorded = await read(new Map(asked));
		for (const [key, some] of candidates) {
			const post = some.find((each) => recorded.get(key)?.has(detailOfPost(each)));
			if (post !== undefined) found.set(key, post);
		}
	};
	const byContent = groupBy(posts.filter(statesContent), fingerprint);
	await lookAmong(
		new Map(keys.map(({ key, content = '' }) => [key, byContent.get(content) ?? []])),
	);

	const open = keys.filter(({ key }) => !found.has(key));
	const byBucket = groupBy(posts, bucketDetail);
	const recorded = await read(new Map(open.map(({ key }) => [key, [...byBucket.keys()]])));
	const near = (key: string) =>
		[...byBucket].flatMap(([bucket, some]) => (recorded.get(key)?.has(bucket) ? some : []));
	await lookAmong(new Map(open.map(({ key }) => [key, near(key)])));
	return found;
}

/** Whether a post was recorded for a key, in its workspace. */
export async function wasRecorded({ facts }: ItemKey, id: string): Promise<boolean> {
	return (await facts.readNow([postDetail(id), deletedDetail(id)])).size > 0;
}

/** Keeps the posts with a content that this run or an earlier one has sent for a key. */
export async function withSentContent(
	{ facts }: ItemKey,
	posts: IDataObject[],
): Promise<IDataObject[]> {
	const detailOf = (post: IDataObject) => sentDetail(fingerprint(post));
	const stated = posts.filter(statesContent);
	const sent = await facts.readNow([...new Set(stated.map(detailOf))]);
	return stated.filter((post) => sent.has(detailOf(post)));
}

/** Keeps the posts with the accounts that a post was sent to for a key. */
export async function withSentAccounts(key: ItemKey, posts: IDataObject[]): Promise<IDataObject[]> {
	return await withRecordedFacts(key, posts, (post) => [accountsDetail(accountsOf(post))]);
}

/** Keeps the posts with a file that was uploaded for a key: they belong to it. Only files of rows are recorded. */
export async function withOwnFiles(key: ItemKey, posts: IDataObject[]): Promise<IDataObject[]> {
	if (!key.isInSync) return [];
	return await withRecordedFacts(key, posts, (post) =>
		readDestinations(post).flatMap((each) => readMediaIds(post, each).map(fileDetail)),
	);
}

async function withRecordedFacts(
	{ facts }: ItemKey,
	posts: IDataObject[],
	factsOf: (post: IDataObject) => string[],
): Promise<IDataObject[]> {
	const recorded = await facts.read([...new Set(posts.flatMap(factsOf))]);
	return posts.filter((post) => factsOf(post).some((fact) => recorded.has(fact)));
}
