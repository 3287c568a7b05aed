import type { IDataObject } from 'n8n-workflow';

import { fingerprint, statesContent } from '../../../api/postContent';
import { groupBy } from '../../../shared/maps';
import { bucketDetail, detailOfPost } from './keyDetails';
import { throwStoreFailure, type RunKeys } from './runKeys';

/** A key, and the fingerprint that its post probably has. */
interface SoughtKey {
	key: string;
	content: string | undefined;
}

/**
 * The recorded posts of keys, if they are among these. n8n's store cannot list the post of a key, it only confirms an ID.
 * So posts with the same content are checked first, then those with the same short hash.
 */
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
