import type { IDataObject } from 'n8n-workflow';

import { readNeedsReconnecting } from '../../api/readings/account';
import { readMediaReadiness } from '../../api/readings/media';
import { comparePost, type Change } from './comparePost';
import { isFinished, type KnownPost } from './knownPost';
import { follow, type Trail } from './trail';
import type { ListName, WatchState } from './watchState';

/** A list that is watched for events. */
export interface Section<K> {
	name: ListName;
	/** Completes "Could not …". */
	purpose: string;
	/** The event types begin with one of these. */
	groups: string[];
	/** Compares a record with what is remembered of it. Pure. */
	compare(id: string, record: IDataObject, known: K | undefined): { known: K; changes: Change[] };
	/** Whether nothing more is expected of a record. */
	isFinished(known: K): boolean;
	recall(state: WatchState): Map<string, K> | undefined;
	keep(state: WatchState, records: Map<string, K> | undefined): void;
}

export const postSection: Section<KnownPost> = {
	name: 'posts',
	purpose: 'list the posts',
	groups: ['post', 'delivery'],
	compare: comparePost,
	isFinished,
	recall: ({ posts }) => posts,
	keep: (state, records) => (state.posts = records),
};

const READY = 'r';
const NOT_READY = 'w';

export const mediaSection: Section<Trail> = {
	name: 'media',
	purpose: 'list the media',
	groups: ['media'],
	compare(id, media, known) {
		const code = readMediaReadiness(media) === 'ready' ? READY : NOT_READY;
		const { trail, hasChanged } = follow(known, code, READY);
		const isReady = hasChanged && code === READY && !known?.includes(READY);
		const data = { media_id: id, status: 'ready' };
		return {
			known: trail,
			changes: isReady ? [{ type: 'media.ready', distinction: [], data }] : [],
		};
	},
	isFinished: (trail) => trail.endsWith(READY),
	recall: ({ media }) => media,
	keep: (state, records) => (state.media = records),
};

const LOST = 'l';
const CONNECTED = 'c';

export const accountSection: Section<Trail> = {
	name: 'accounts',
	purpose: 'list the accounts',
	groups: ['account'],
	compare(id, account, known) {
		const isLost = readNeedsReconnecting(account);
		const code = isLost === undefined ? undefined : isLost ? LOST : CONNECTED;
		const { trail, hasChanged, count } = follow(known, code, LOST);
		const data = { account_id: id, status: 'reconnect_required' };
		const change = { type: 'account.reconnect_required', distinction: [count], data };
		return { known: trail, changes: hasChanged && code === LOST ? [change] : [] };
	},
	isFinished: () => false,
	recall: ({ accounts }) => accounts,
	keep: (state, records) => (state.accounts = records),
};

/** Whether a section has events of these types. */
export function concerns({ groups }: { groups: string[] }, types: string[]): boolean {
	return types.some((type) => groups.includes(type.split('.')[0] ?? ''));
}
