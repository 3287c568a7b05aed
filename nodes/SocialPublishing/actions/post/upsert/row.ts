import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../../properties/item';
import type { Schedule } from '../../../properties/schedule';
import type { WaitSettings } from '../../../properties/waitSettings';
import type { Creation } from '../creation/creation';
import type { OnceRun } from '../creation/onceRun';
import type { SlotSchedule } from '../slots/slotSchedule';
import type { RowKey } from './rowKey';
import type { Shape } from './shape';

/** A post that shall exist, and how. */
export type PresentPost = {
	creation: Creation;
	/** The content as it was entered: files by their addresses or hashes, links without tags, texts in full. */
	entered: Shape;
} & (
	| { status: 'draft' }
	| { status: 'scheduled'; schedule: Schedule }
	| { status: 'scheduled'; slot: SlotSchedule }
	| { status: 'published'; wait: WaitSettings }
);

/** What a row wants its post to be. */
export type WantedPost = { status: 'absent' } | PresentPost;

/** The rows of a run. */
export interface RowsOfRun {
	once: OnceRun;
	/** @throws InputFailure if another item of the run has claimed the same */
	refuseRepeated(what: string): void;
	/** The post of a row as a list shows it; undefined if it is not listed. */
	listed(row: Row): Promise<IDataObject | undefined>;
}

/** A row of a table whose post is created, changed or deleted so that it is as the row says. */
export interface Row<Wanted extends WantedPost = WantedPost> {
	item: Item;
	run: RowsOfRun;
	/** The key as it was entered. */
	name: string;
	key: RowKey;
	/** The key among those of all nodes of all n8n instances. */
	identity: string[];
	/** The post that the row names itself. */
	postId: string | undefined;
	/** The path of the workspace. */
	workspace: string;
	wanted: Wanted;
	/** A post that can no longer be changed is an error. */
	failsWhenLocked: boolean;
	/** No command is sent. */
	isDryRun: boolean;
	/** The revision that the post must have to be changed; an empty text for an option without a value. */
	expectedEtag: string | undefined;
}

export type PresentRow = Row<PresentPost>;

export function isPresent(row: Row): row is PresentRow {
	return row.wanted.status !== 'absent';
}
