import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fingerprint } from '../../../api/postContent';
import { toPostBody } from '../content/postContent';
import { readRecordId } from '../../../api/readings/record';
import { getOrCompute, groupBy, memoize, getOrRead } from '../../../shared/maps';
import { InputFailure } from '../../../shared/failure';
import type { Connection } from '../../../transport/connection';
import { fetchPages, MAX_PAGE_SIZE } from '../../../transport/paginate';
import { nameItems } from '../../runHints';
import { findRecordedPosts } from '../publishing/recordedPosts';
import { runKeysOf, throwStoreFailure, type RunKeys } from '../publishing/runKeys';
import { openFacts } from './compareWithRow';
import { ROW_LOOKUP_PURPOSE, repeatedRowFailure } from './messages';
import { type Part, PARTS, type Row, statedParts } from './row';
import { factsAboutParts } from './rowFacts';

/** The rows of a run of the node, and their posts. */
export const upsertRunOf = memoize(
	(functions: IExecuteFunctions) => new UpsertRun(runKeysOf(functions)),
);

/** The posts of the rows of a workspace, as a list shows them, by the keys of the rows. */
type ListedPosts = Map<string, IDataObject>;

class UpsertRun {
	private readonly rows: Row[] = [];
	/** The indices of the items, by the workspace and the key or post that they have claimed. */
	private readonly claims = new Map<string, number[]>();
	private readonly listedPosts = new Map<string, Promise<ListedPosts>>();
	/** By workspace. */
	private readonly omitted = new Map<string, Part[]>();

	constructor(readonly runKeys: RunKeys) {}

	/** Call it while the items are prepared, before anything can fail for the item. `what` names a key or a post. */
	claim(workspace: string, what: string, index: number): void {
		getOrCompute(this.claims, `${workspace}\n${what}`, () => []).push(index);
	}

	/**
	 * Call it once all items are prepared.
	 *
	 * @throws InputFailure if another item of the run has claimed the same: either may be meant
	 */
	refuseRepeated(workspace: string, what: string): void {
		const indices = this.claims.get(`${workspace}\n${what}`) ?? [];
		if (indices.length < 2) return;
		throw repeatedRowFailure(`${nameItems(indices)} have the same ${what}`);
	}

	add(row: Row): void {
		this.rows.push(row);
	}

	/**
	 * The post of a row as a list shows it; undefined if it is not listed. The list is read if that takes fewer requests
	 * than reading the posts one by one, or if only the key of a row is known.
	 */
	async findListed(row: Row): Promise<IDataObject | undefined> {
		const { item, key } = row;
		const { workspace } = key;
		const read = async () => await this.readListed(item.connection, workspace);
		const posts = await getOrRead(this.listedPosts, workspace, read);
		const post = posts.get(row.key.ledgerKey);
		if (post !== undefined && row.postId === undefined) this.refuseShared(row, post, posts);
		return post;
	}

	/**
	 * The recorded post of a key may belong to another row by now: somebody has moved its ID there, or has renamed the key
	 * and used the old one again.
	 *
	 * @throws InputFailure if another item of the run has the post
	 */
	private refuseShared(row: Row, listed: IDataObject, posts: ListedPosts): void {
		const postId = readRecordId(listed) ?? '';
		const owners = this.ownersOf(posts).get(`${row.key.workspace} ${postId}`) ?? [];
		const others = owners.filter((owner) => owner !== row);
		if (others.length === 0) return;
		throw new InputFailure(
			`The post ${postId} of the key "${row.key.name}" also belongs to ${nameItems(others.map(({ item }) => item.index))}`,
			'Each post belongs to one row. Enter the ID of the post that belongs to this item or, to create another post, give the item a new key.',
		);
	}

	/** The rows by workspace and post: the one whose ID a row states, otherwise the one of its key. */
	private readonly ownersOf = memoize((posts: ListedPosts) =>
		groupBy(
			this.rows,
			({ postId, key }) =>
				`${key.workspace} ${postId ?? readRecordId(posts.get(key.ledgerKey)) ?? ''}`,
		),
	);

	/** The parts that the list of the row's workspace has stated for no post. */
	omittedParts({ key }: Row): Part[] {
		return this.omitted.get(key.workspace) ?? [];
	}

	private async readListed(connection: Connection, workspace: string): Promise<ListedPosts> {
		const rows = this.rows.filter((row) => row.key.workspace === workspace);
		const named = rows.filter(({ postId }) => postId !== undefined);
		const keyed: Row[] = [];
		for (const row of rows) {
			if (row.postId === undefined && (await row.key.hasPost())) keyed.push(row);
		}
		const posts = await this.readPosts(connection, workspace, named, keyed.length > 0);
		const byId = new Map(posts.map((post) => [readRecordId(post), post]));
		const recorded = keyed.length > 0 ? await this.findRecorded(keyed, posts) : new Map();
		const listed: ListedPosts = new Map();
		for (const row of rows) {
			const post =
				row.postId === undefined ? recorded.get(row.key.ledgerKey) : byId.get(row.postId);
			if (post !== undefined) listed.set(row.key.ledgerKey, post);
		}
		const stated = statedParts(posts);
		const omitted = PARTS.filter((part) => !stated.includes(part));
		this.omitted.set(workspace, omitted);
		await this.learnFacts(rows, listed, omitted);
		return listed;
	}

	private async readPosts(
		connection: Connection,
		workspace: string,
		named: Row[],
		needsAll: boolean,
	): Promise<IDataObject[]> {
		if (needsAll) {
			return (await this.runKeys.listPosts(connection, workspace, ROW_LOOKUP_PURPOSE)).posts;
		}
		const sought = new Set(named.map(({ postId }) => postId));
		const posts: IDataObject[] = [];
		if (sought.size < 2) return posts;
		const request = { purpose: ROW_LOOKUP_PURPOSE, path: `${workspace}/posts` };
		let pages = 0;
		for await (const page of fetchPages(connection, request, () => MAX_PAGE_SIZE)) {
			pages++;
			posts.push(...page);
			for (const post of page) sought.delete(readRecordId(post));
			// The remaining posts are read one by one.
			if (pages >= sought.size) break;
		}
		return posts;
	}

	private async findRecorded(rows: Row[], posts: IDataObject[]): Promise<Map<string, IDataObject>> {
		const sought = rows.map(({ key: { ledgerKey: key }, wanted }) => ({
			key,
			content:
				'creation' in wanted ? fingerprint(toPostBody(wanted.creation.content, [])) : undefined,
		}));
		return await findRecordedPosts(this.runKeys, sought, posts);
	}

	/** Reads in one go the recorded facts about all posts that differ from their rows, or may have omitted parts. */
	private async learnFacts(rows: Row[], listed: ListedPosts, omitted: Part[]): Promise<void> {
		const asked = new Map<string, string[]>();
		for (const row of rows) {
			const { key } = row;
			const post = listed.get(key.ledgerKey);
			if (post === undefined) continue;
			const facts = [...openFacts(row, post), ...factsAboutParts(row, omitted)];
			if (facts.length > 0) asked.set(key.ledgerKey, facts);
		}
		if (asked.size === 0) return;
		const recorded = await this.runKeys.ledger.readDetailsOf(asked).catch(throwStoreFailure);
		for (const { key } of rows) {
			const facts = asked.get(key.ledgerKey);
			if (facts !== undefined) key.facts.learn(facts, recorded.get(key.ledgerKey) ?? new Set());
		}
	}
}
