import type { IDataObject } from 'n8n-workflow';

import { compareAccount, compareMedia, type Compare } from './compareOther';
import { comparePost, type Change } from './comparePost';
import { isFinished, type KnownPost } from './knownPost';
import type { Trail } from './trail';
import { compareRead, isOut, isTold, needsReading, rememberUnread, urgencyOf } from './untoldPost';
import type { ListName, WatchState } from './watchState';

/** A list that is watched for events. */
export interface Section<K> {
	name: ListName;
	/** Completes "Could not …". */
	purpose: string;
	/** The event types begin with one of these. */
	groups: string[];
	compare(id: string, record: IDataObject, known: K | undefined): { known: K; changes: Change[] };
	/** Whether nothing more is expected of a record. */
	isFinished(known: K): boolean;
	recall(state: WatchState): Map<string, K> | undefined;
	keep(state: WatchState, records: Map<string, K> | undefined): void;
	/** Only where the list may leave out what is compared, so that a record has to be read by itself. */
	untold?: Untold<K>;
}

/** What is known of records that a list does not describe completely. */
export interface Untold<K> {
	/** Whether an entry of the list tells all that is compared. */
	isTold(entry: IDataObject): boolean;
	/** Whether something may have happened to a record of which its entry does not tell. */
	needsReading(entry: IDataObject, known: K | undefined): boolean;
	/** The higher, the sooner a record is to be read. */
	urgencyOf(entry: IDataObject, known: K | undefined): number;
	/** Whether a record was there at first and has not been read yet. */
	isUnread(known: K): boolean;
	/** Whether such a record is still to be read. */
	isWaiting(known: K): boolean;
	/** What is remembered of such a record. */
	remember(id: string, entry: IDataObject): K;
	/** Compares a record that has been read with what is remembered of it. */
	compare(
		id: string,
		entry: IDataObject,
		record: IDataObject,
		known: K | undefined,
		watchedSinceMs: number,
	): { known: K; changes: Change[] };
}

export const postSection: Section<KnownPost> = {
	name: 'posts',
	purpose: 'list the posts',
	groups: ['post', 'delivery'],
	compare: comparePost,
	isFinished,
	recall: ({ posts }) => posts,
	keep: (state, records) => (state.posts = records),
	untold: {
		isTold,
		needsReading,
		urgencyOf,
		compare: compareRead,
		remember: rememberUnread,
		isUnread: ({ isUnread }) => isUnread,
		isWaiting: (known) => known.isUnread && !isOut(known),
	},
};

export const mediaSection: Section<Trail> = trailSection('media', 'media', compareMedia, (trail) =>
	trail.endsWith('r'),
);
export const accountSection: Section<Trail> = trailSection(
	'accounts',
	'account',
	compareAccount,
	() => false,
);

function trailSection(
	name: 'media' | 'accounts',
	group: string,
	compare: Compare,
	isOver: (trail: Trail) => boolean,
): Section<Trail> {
	return {
		name,
		purpose: `list the ${name}`,
		groups: [group],
		compare,
		isFinished: isOver,
		recall: (state) => state[name],
		keep: (state, records) => (state[name] = records),
	};
}

/** Whether a section has events of these types. */
export function concerns({ groups }: { groups: string[] }, types: string[]): boolean {
	return types.some((type) => groups.includes(type.split('.')[0] ?? ''));
}
