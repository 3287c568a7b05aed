import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { accountsOf, fingerprint, statesContent } from '../../../api/postContent';
import { readDestinations, readMediaIds } from '../../../api/readings/post';
import { groupBy } from '../../../shared/maps';
import { firstText } from '../../../shared/json';
import {
	accountsDetail,
	fileDetail,
	postDetail,
	recentBeginnings,
	sentDetail,
} from '../creation/keyDetails';
import { OnceKey, type SentItem } from '../creation/onceKey';
import { storeFailure, type OnceRun } from '../creation/onceRun';

/** Keeps the keys of rows apart from those of items that are posted once, which the same node may have posted before. */
const NAMESPACE = 'row\n';

/** The post of a key is looked up among those with the same short hash. */
const BUCKETS = 64;

export function bucketOf({ id }: IDataObject): string {
	const [byte = 0] = createHash('sha256')
		.update(firstText(id) ?? '')
		.digest();
	return String(byte % BUCKETS);
}

export const bucketDetail = (bucket: string): string => `bucket:${bucket}`;

/** What the ledger holds of a row that has a post. */
const STATE = 'drafted';

/** The key of a row, whose post follows it. */
export class RowKey extends OnceKey {
	override readonly followsItem = true;
	/** The post of the key does not exist any more. */
	isPostGone = false;

	/** What has been noted for the creation, until there is a post. */
	private beginning: string[] = [];
	/** Whether a detail is noted, for those that have been looked up. */
	private readonly known = new Map<string, boolean>();
	private hasNotedPost = false;

	constructor(run: OnceRun, key: string, index: number) {
		super(run, `${NAMESPACE}${key}`, 'draft', index);
	}

	override async isBegun(): Promise<boolean> {
		return !this.isPostGone && (await super.isBegun());
	}

	/** A post that another execution has made of the row is gone on with. */
	override async isDoneByNow(): Promise<boolean> {
		return await Promise.resolve(false);
	}

	protected override detailsOf(sent: SentItem): string[] {
		const { content, mediaIds = [], accountIds = [] } = sent;
		this.beginning = [
			...[sentDetail(content), accountsDetail(accountIds)],
			...mediaIds.map(fileDetail),
		];
		return this.beginning;
	}

	override readonly withSentAccounts = async (posts: IDataObject[]): Promise<IDataObject[]> => {
		const detail = (post: IDataObject) => accountsDetail(accountsOf(post));
		const noted = await this.readFacts([...new Set(posts.map(detail))]);
		return posts.filter((post) => noted.has(detail(post)));
	};

	/** Of these posts, those with a file that was uploaded for the key: whatever text they have, they are its posts. */
	async withOwnFiles(posts: IDataObject[]): Promise<IDataObject[]> {
		const filesOf = (post: IDataObject) =>
			readDestinations(post).flatMap((each) => readMediaIds(post, each).map(fileDetail));
		const noted = await this.readFacts([...new Set(posts.flatMap(filesOf))]);
		return posts.filter((post) => filesOf(post).some((file) => noted.has(file)));
	}

	/** Notes the post of the row. If that fails, it is tried again at the end. */
	override async notePost(id: string | undefined): Promise<void> {
		if (id === undefined) return;
		this.usePost(id);
		this.hasNotedPost = true;
		const details = [postDetail(id), bucketDetail(bucketOf({ id }))];
		const outdated = [...recentBeginnings(), ...this.beginning];
		await this.ledger
			.advance(this.key, STATE, { details, outdated, claimed: id })
			.catch(() => undefined);
	}

	/** Notes facts that hold whatever becomes of the post, and the post itself. */
	async noteFacts(id: string, facts: string[]): Promise<void> {
		if (!this.hasNotedPost) await this.notePost(id);
		const unknown = facts.filter((fact) => this.known.get(fact) !== true);
		if (unknown.length === 0) return;
		for (const fact of unknown) this.known.set(fact, true);
		await this.ledger.advance(this.key, STATE, { details: unknown }).catch(() => undefined);
	}

	/** Notes that a fact does not hold any more. */
	async dropFact(fact: string): Promise<void> {
		this.known.set(fact, false);
		await this.ledger
			.advance(this.key, STATE, { details: [], outdated: [fact] })
			.catch(() => undefined);
	}

	/** Call it with what has been read of the key for several rows at once. */
	learnFacts(asked: string[], noted: ReadonlySet<string>): void {
		for (const fact of asked) this.known.set(fact, noted.has(fact));
	}

	/** Which of these facts have been noted. */
	async readFacts(facts: string[]): Promise<Set<string>> {
		const unknown = facts.filter((fact) => !this.known.has(fact));
		if (unknown.length > 0) this.learnFacts(unknown, await this.readDetails(unknown));
		return new Set(facts.filter((fact) => this.known.get(fact)));
	}

	/** Call it when the post has been found by what is noted of the key. */
	foundNoted(id: string): void {
		this.usePost(id);
		this.hasNotedPost = true;
	}

	/** Notes that the key has no post any more. */
	async forget(id: string | undefined): Promise<void> {
		if ((await this.run.stateOf(this.key)) === 'new' && !this.hasNotedPost) return;
		if (id !== undefined) await this.readDetails([postDetail(id), bucketDetail(bucketOf({ id }))]);
		await this.ledger.eraseNow(this.key, id).catch(storeFailure);
	}

	/** The post that has been noted for the key, if it is among these. */
	override async findNoted(posts: IDataObject[]): Promise<IDataObject | undefined> {
		const found = await findNotedPosts(this.run, [{ key: this.key, content: undefined }], posts);
		return found.get(this.key);
	}
}

/** A key, and the fingerprint of what its post is likely to contain. */
interface SoughtKey {
	key: string;
	content: string | undefined;
}

/**
 * The posts that have been noted for keys, as far as they are among these. n8n's store can only be asked for a post by its
 * ID, so those with the same content are looked at first, then those with the same short hash.
 */
export async function findNotedPosts(
	{ ledger }: OnceRun,
	keys: SoughtKey[],
	posts: IDataObject[],
): Promise<Map<string, IDataObject>> {
	const found = new Map<string, IDataObject>();
	const read = async (asked: Map<string, string[]>) =>
		await ledger.readDetailsOf(asked).catch(storeFailure);
	const lookAmong = async (candidates: Map<string, IDataObject[]>) => {
		const asked = [...candidates].map(([key, some]) => [key, some.map(detailOf)] as const);
		const noted = await read(new Map(asked.map(([key, details]) => [key, [...details]])));
		for (const [key, some] of candidates) {
			const post = some.find((each) => noted.get(key)?.has(detailOf(each)));
			if (post !== undefined) found.set(key, post);
		}
	};
	const byContent = groupBy(posts.filter(statesContent), fingerprint);
	await lookAmong(
		new Map(keys.map(({ key, content = '' }) => [key, byContent.get(content) ?? []])),
	);

	const open = keys.filter(({ key }) => !found.has(key));
	const byBucket = groupBy(posts, bucketOf);
	const buckets = [...byBucket.keys()].map(bucketDetail);
	const noted = await read(new Map(open.map(({ key }) => [key, buckets])));
	const near = (key: string) =>
		[...byBucket].flatMap(([bucket, some]) =>
			noted.get(key)?.has(bucketDetail(bucket)) ? some : [],
		);
	await lookAmong(new Map(open.map(({ key }) => [key, near(key)])));
	return found;
}

const detailOf = ({ id }: IDataObject): string => postDetail(firstText(id) ?? '');
