import { accountsOf } from '../../../api/postContent';
import type { PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { MAIN_STEP } from '../../../commands/key';
import { knownRevision } from '../../../commands/revision';
import type { Attachment } from '../../../media/attachment';
import { executionScope, type Item } from '../../../properties/item';
import type { InputFailure } from '../../../shared/failure';
import { path } from '../../../transport/address';
import { bodyWithPlaceholders, type Creation, type Timing } from '../publishing/creation';
import type { ItemKey } from '../publishing/itemKey';
import type { Shape, WantedStatus } from '../publishing/plan';
import type { KnownPostTarget } from '../slots/slotAssignment';
import type { Part } from './shape';

/** A post that should exist, with its content and status. */
type PresentPost = Content & ({ status: 'draft' } | Timing);

export interface Content {
	creation: Creation;
	/** The content as entered: files by their addresses or hashes, links without tags, texts in full. */
	entered: Shape;
	/** The same without some of the files. */
	enteredWithout: (files: Attachment[]) => Shape;
	/** The parts that the post is sent with. */
	parts: Part[];
	/** Identifies the values of the row as they were typed, with accounts by name. */
	typed: string;
}

/** A post that should exist, but whose content cannot be determined, because an account no longer exists, for example. */
interface UnreadPost extends Pick<Content, 'typed'> {
	status: Exclude<WantedStatus, 'absent'>;
	failure: InputFailure;
}

/** The post that a row asks for. */
export type WantedPost = { status: 'absent' } | PresentPost | UnreadPost;

/** A row of a table. Its post is created, changed or deleted to match the row. */
export interface Row<Wanted extends WantedPost = WantedPost> {
	item: Item;
	key: ItemKey;
	/** The key among those of all nodes of all n8n instances. */
	identity: string[];
	/** The ID that the row states. */
	postId: string | undefined;
	wanted: Wanted;
	/** A post that can no longer be changed is an error. */
	failsWhenLocked: boolean;
	/** No command is sent. */
	isDryRun: boolean;
	/** The revision that the post must have to be changed; an empty text if the option has no value. */
	expectedEtag: string | undefined;
}

export type PresentRow = Row<PresentPost>;

export function isPresent(row: Row): row is PresentRow {
	return 'creation' in row.wanted;
}

/** The target of a command on a post that has just been read. Its state is part of the key. */
export function targetOf(row: Row, state: PostState): KnownPostTarget {
	const { item, key } = row;
	const postId = readRecordId(state.post) ?? '';
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
