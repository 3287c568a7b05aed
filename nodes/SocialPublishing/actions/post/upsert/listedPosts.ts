import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fingerprint } from '../../../api/postContent';
import { stateIn, type PostState } from '../../../api/posts';
import { toPostBody } from '../content/postContent';
import { InputFailure } from '../../../shared/failure';
import { getOrRead, groupBy, memoize } from '../../../shared/maps';
import type { Connection } from '../../../transport/connection';
import { fetchPages, MAX_PAGE_SIZE } from '../../../transport/paginate';
import { nameItems } from '../../runHints';
import { partDetail } from '../publishing/details';
import { findRecordedPosts } from '../publishing/recordedPosts';
import { throwStoreFailure, type RunKeys } from '../publishing/runKeys';
import { openFacts } from './compareWithRow';
import { ROW_LOOKUP_PURPOSE } from './messages';
import { idOf, type Part, PARTS, type Row, statedParts, wantedParts } from './row';

/*
 * The posts of rows in the lists of their workspaces. One reading serves all rows of a run.
 */

/** The rows of a run of the node, in the order of the items. */
const rowsOf = memoize<IExecuteFunctions, Row[]>(() => []);

/** What a list shows of the posts of the rows of a workspace. */
interface ListedPosts {
	/** By the keys of the rows. */
	posts: Map<string, IDataObject>;
	/** The rows by post: the one whose ID a row states, otherwise the one of its key. */
	owners: Map<string, Row[]>;
	/** The parts that the list has stated for no post. */
	omitted: Part[];
}

/** By workspace. */
const listsOf = memoize<IExecuteFunctions, Map<string, Promise<ListedPosts>>>(() => new Map());

/** Call it while the items are prepared. */
export function addRow(row: Row): void {
	rowsOf(row.item.functions).push(row);
}

/**
 * The post of a row as a list shows it, and the parts that this list omits; undefined if it is not listed. The list is read
 * if that takes fewer requests than reading the posts one by one, or if only the key of a row is known.
 */
export async function findListed(
	row: Row,
): Promise<{ state: PostState; omitted: Part[] } | undefined> {
	const { item, key } = row;
	const read = async () => await readListed(row);
	const { posts, owners, omitted } = await getOrRead(listsOf(item.functions), key.workspace, read);
	const post = posts.get(key.ledgerKey);
	if (post === undefined) return undefined;
	if (row.postId === undefined) refuseShared(row, idOf(post), owners.get(idOf(post)) ?? []);
	return { state: stateIn(post), omitted };
}

/**
 * The recorded post of a key may belong to another row by now: somebody has moved its ID there, or has renamed the key and
 * used the old one again.
 *
 * @throws InputFailure if another item of the run has the post
 */
function refuseShared(row: Row, postId: string, owners: Row[]): void {
	const others = owners.filter((owner) => owner !== row);
	if (others.length === 0) return;
	throw new InputFailure(
		`The post ${postId} of the key "${row.key.name}" also belongs to ${nameItems(others.map(({ item }) => item.index))}`,
		'Each post belongs to one row. Enter the ID of the post that belongs to this item or, to create another post, give the item a new key.',
	);
}

async function readListed({ item, key: { runKeys, workspace } }: Row): Promise<ListedPosts> {
	const rows = rowsOf(item.functions).filter((each) => each.key.workspace === workspace);
	const keyed: Row[] = [];
	for (const row of rows) {
		if (row.postId === undefined && (await row.key.hasPost())) keyed.push(row);
	}
	const named = new Set(rows.flatMap(({ postId = [] }) => postId));
	const listed =
		keyed.length > 0
			? (await runKeys.listPosts(item.connection, workspace, ROW_LOOKUP_PURPOSE)).posts
			: await readPages(item.connection, workspace, named);
	const byId = new Map(listed.map((post) => [idOf(post), post]));
	const recorded = await findRecorded(runKeys, keyed, listed);
	const posts = new Map<string, IDataObject>();
	for (const { key, postId } of rows) {
		const post = postId === undefined ? recorded.get(key.ledgerKey) : byId.get(postId);
		if (post !== undefined) posts.set(key.ledgerKey, post);
	}
	const owners = groupBy(rows, ({ postId, key }) => postId ?? idOf(posts.get(key.ledgerKey) ?? {}));
	const stated = statedParts(listed);
	const omitted = PARTS.filter((part) => !stated.includes(part));
	await learnFacts(runKeys, rows, posts, omitted);
	return { posts, owners, omitted };
}

/** Reads the list up to the page from which on reading the remaining posts one by one takes fewer requests. */
async function readPages(
	connection: Connection,
	workspace: string,
	sought: Set<string>,
): Promise<IDataObject[]> {
	const posts: IDataObject[] = [];
	if (sought.size < 2) return posts;
	const request = { purpose: ROW_LOOKUP_PURPOSE, path: `${workspace}/posts` };
	let pages = 0;
	for await (const page of fetchPages(connection, request, () => MAX_PAGE_SIZE)) {
		pages++;
		posts.push(...page);
		for (const post of page) sought.delete(idOf(post));
		if (pages >= sought.size) break;
	}
	return posts;
}

async function findRecorded(
	runKeys: RunKeys,
	rows: Row[],
	posts: IDataObject[],
): Promise<Map<string, IDataObject>> {
	if (rows.length === 0) return new Map();
	const sought = rows.map(({ key: { ledgerKey: key }, wanted }) => ({
		key,
		content:
			'creation' in wanted ? fingerprint(toPostBody(wanted.creation.content, [])) : undefined,
	}));
	return await findRecordedPosts(runKeys, sought, posts);
}

/** Reads in one go the recorded facts about all posts that differ from their rows, or may have omitted parts. */
async function learnFacts(
	{ ledger }: RunKeys,
	rows: Row[],
	posts: Map<string, IDataObject>,
	omitted: Part[],
): Promise<void> {
	const asked = new Map<Row, string[]>();
	for (const row of rows) {
		const post = posts.get(row.key.ledgerKey);
		const facts = post ? [...openFacts(row, post), ...factsAboutParts(row, omitted)] : [];
		if (facts.length > 0) asked.set(row, facts);
	}
	if (asked.size === 0) return;
	const byKey = new Map([...asked].map(([{ key }, facts]) => [key.ledgerKey, facts]));
	const recorded = await ledger.readDetailsOf(byKey).catch(throwStoreFailure);
	for (const [{ key }, facts] of asked)
		key.facts.learn(facts, recorded.get(key.ledgerKey) ?? new Set());
}

/** The facts that show whether the post of a row has parts that its list omits. Pure. */
function factsAboutParts(row: Row, omitted: Part[]): string[] {
	if (omitted.length === 0) return [];
	return [...new Set([...omitted, ...wantedParts(row)])].map(partDetail);
}

/** Whether the list shows every part with which the post of a row was sent. Nothing is recorded of a post made elsewhere. */
export async function isShownInList(row: Row, omitted: Part[]): Promise<boolean> {
	if (omitted.length === 0) return true;
	const recorded = await row.key.facts.read(factsAboutParts(row, omitted));
	return recorded.size > 0 && !omitted.some((part) => recorded.has(partDetail(part)));
}

/**
 * Call it with a post that was read because its list omits parts, if it has the content of the row. Parts that the post
 * does not state either are not looked for again.
 */
export async function recordShownParts(
	row: Row,
	omitted: Part[],
	post: IDataObject,
): Promise<void> {
	const { facts } = row.key;
	if (row.isDryRun || omitted.length === 0) return;
	const stated = statedParts([post]);
	const shown = wantedParts(row).filter((part) => stated.includes(part));
	await facts.record(idOf(post), shown.map(partDetail));
	const others = PARTS.filter((part) => !shown.includes(part)).map(partDetail);
	await facts.drop(others);
}
