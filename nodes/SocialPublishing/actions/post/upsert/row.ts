import type { IDataObject } from 'n8n-workflow';

import { accountsOf } from '../../../api/postContent';
import type { PostState } from '../../../api/posts';
import { readContent } from '../../../api/readings/content';
import { readRecordId } from '../../../api/readings/record';
import { MAIN_STEP } from '../../../commands/key';
import { ProcessMemory } from '../../../commands/processMemory';
import { knownRevision } from '../../../commands/revision';
import type { Attachment } from '../../../media/attachment';
import { executionScope, type Item } from '../../../properties/item';
import type { InputFailure } from '../../../shared/failure';
import { canonicalJson } from '../../../shared/json';
import { path } from '../../../transport/address';
import { toPostBody, type PostBody } from '../content/postContent';
import { bodyWithPlaceholders, type Creation, type Timing } from '../publishing/creation';
import type { ItemKey } from '../publishing/itemKey';
import type { Aspect, Shape, WantedStatus } from '../publishing/plan';
import type { KnownPostTarget } from '../slots/slotAssignment';

/** The content that a row wants. */
export interface Content {
	creation: Creation;
	/** The content as entered, without some of its files: files by addresses or hashes, links without tags, texts in full. */
	entered: (without?: Attachment[]) => Shape;
	/** Identifies the values of the row as they were typed, with accounts by name. */
	typed: string;
}

/** A post that should exist, with its content and status. */
type PresentPost = Content & ({ status: 'draft' } | Timing);

/** A post that should exist, but whose content cannot be determined, because an account no longer exists, for example. */
interface UnreadPost extends Pick<Content, 'typed'> {
	status: Exclude<WantedStatus, 'absent'>;
	failure: InputFailure;
}

/** The post that a row asks for. */
type WantedPost = { status: 'absent' } | PresentPost | UnreadPost;

/** A row of a table. Its post is created, changed or deleted to match the row. */
export interface Row {
	item: Item;
	key: ItemKey;
	/** The key among those of all nodes of all n8n instances. */
	identity: string[];
	/** The ID that the row states. */
	postId: string | undefined;
	wanted: WantedPost;
	/** A post that can no longer be changed is an error. */
	failsWhenLocked: boolean;
	/** No command is sent. */
	isDryRun: boolean;
	/** The revision that the post must have to be changed; an empty text if the option has no value. */
	expectedEtag: string | undefined;
}

export type PresentRow = Row & { wanted: PresentPost };

export function isPresent(row: Row): row is PresentRow {
	return 'creation' in row.wanted;
}

/** The posts of rows that this process has deleted: for a day, the service may return them for a creation. */
const deletedPosts = new ProcessMemory<string>();

export function rememberDeleted({ key, identity }: Row, postId: string): void {
	deletedPosts.remember([key.workspace, identity], postId);
}

/** The ID of the post of a row that this process has deleted, if any. */
export function recallDeleted(workspace: string, identity: string[]): string | undefined {
	return deletedPosts.recall([workspace, identity]);
}

/** The body with which the post is sent, with files by addresses or hashes. Pure. */
export function sentBody({ content, files }: Creation): PostBody {
	const sources = files.map(({ source }) => source);
	return toPostBody(content, sources);
}

/** The parts that the post is sent with. Pure. */
export function wantedParts({ wanted }: Row): Part[] {
	return 'creation' in wanted ? partsOf(sentBody(wanted.creation)) : [];
}

/** The ID of a post, which all records of the service state. */
export function idOf(post: IDataObject): string {
	return readRecordId(post) ?? '';
}

/** The target of a command on a post that has just been read. Its state is part of the key. */
export function targetOf(row: Row, state: PostState): KnownPostTarget {
	const { item, key } = row;
	const postId = idOf(state.post);
	return {
		postId,
		postPath: `${key.workspace}${path('posts', postId)}`,
		accountIds: isPresent(row) ? accountsOf(row.wanted.creation.content) : [],
		revision: knownRevision(state.etag),
		idempotency: { mode: 'state', scope: executionScope(item) },
		step: MAIN_STEP,
		from: state,
		sent: isPresent(row) ? bodyWithPlaceholders(row.wanted.creation) : undefined,
	};
}

const ASPECTS: Aspect[] = ['text', 'destinations', 'media'];

/** The shape of a post, or of the body of a command. Its destinations are compared as one. Pure. */
export function shapeOf(post: IDataObject): Shape {
	const shape: Shape = { text: new Map(), destinations: new Map(), media: new Map() };
	const settings = new Map<string, string>();
	for (const destination of readContent(post).destinations) {
		const { accountId = '', text = '', options, replies, mediaIds } = destination;
		shape.text.set(accountId, canonicalJson([text, ...replies]));
		shape.media.set(accountId, canonicalJson(mediaIds));
		settings.set(accountId, canonicalJson(settingsIn(options)));
	}
	shape.destinations.set('all', canonicalJson([...settings].sort()));
	return shape;
}

/** Whether a record contains all fields that are compared. Pure. */
export function statesShape(post: IDataObject): boolean {
	const { destinations } = readContent(post);
	const isStated = destinations.every(({ accountId, text, options, ownMedia }) =>
		[accountId, text, options, ownMedia ?? undefined].every((field) => field !== undefined),
	);
	return destinations.length > 0 && isStated;
}

/** The values of two shapes, side by side. */
type Pair = [a: string, b: string];

/**
 * The pairs of values of an aspect, without duplicates: for the accounts that both shapes have or, if there are none, for
 * all accounts. Pure.
 */
export function pairsOf(a: Shape, b: Shape, aspect: Aspect): Pair[] {
	const [before, after] = [a[aspect], b[aspect]];
	const pairs = new Map<string, Pair>();
	for (const [account, value] of before) {
		const other = after.get(account);
		if (other !== undefined) pairs.set(`${value} ${other}`, [value, other]);
	}
	return pairs.size > 0 ? [...pairs.values()].sort() : [[commonValue(before), commonValue(after)]];
}

/** The aspects that differ. Pure. */
export function differences(a: Shape, b: Shape): Aspect[] {
	return ASPECTS.filter((aspect) => pairsOf(a, b, aspect).some(([own, other]) => own !== other));
}

/** The value that all accounts share; otherwise all values. */
function commonValue(values: Map<string, string>): string {
	const [first = '', ...others] = new Set(values.values());
	return others.length === 0 ? first : `several: ${[first, ...others].sort().join()}`;
}

/** The platform options without the replies. Services represent an unset option in several ways. */
function settingsIn(options: IDataObject = {}): IDataObject {
	const isSet = ([name, value]: [string, unknown]) =>
		name !== 'thread' && (value ?? '') !== '' && !(Array.isArray(value) && value.length === 0);
	return Object.fromEntries(Object.entries(options).filter(isSet));
}

/** The parts of the content of a post that a list may leave out. A shared text counts if an account has none of its own. */
export const PARTS = ['sharedText', 'ownText', 'options', 'media'] as const;

export type Part = (typeof PARTS)[number];

/** The parts that a post, or the body of a command, has. Pure. */
function partsOf(post: IDataObject): Part[] {
	const isEmpty = (value: unknown) => Object.keys(Object(value)).length === 0;
	return PARTS.filter((part) => valuesOf(post, part).some((value) => !isEmpty(value)));
}

/** The parts that are stated for any of these posts, even as empty. Pure. */
export function statedParts(posts: IDataObject[]): Part[] {
	const isStated = (part: Part) => (post: IDataObject) =>
		valuesOf(post, part).some((value) => value !== undefined);
	return PARTS.filter((part) => posts.some(isStated(part)));
}

function valuesOf(post: IDataObject, part: Part): unknown[] {
	const { text, media, destinations } = readContent(post);
	switch (part) {
		case 'sharedText':
			return destinations.some(({ ownText }) => (ownText ?? '') === '') ? [text] : [];
		case 'ownText':
			return destinations.map(({ ownText }) => ownText);
		case 'options':
			return destinations.map(({ options }) => options);
		case 'media':
			return [media, ...destinations.map(({ ownMedia }) => ownMedia)];
	}
}
