import type { IDataObject } from 'n8n-workflow';

import { readNeedsReconnecting } from '../../api/readings/account';
import { readMediaReadiness } from '../../api/readings/media';
import { comparePost, isFinished, type Comparison } from './comparePost';
import type { ListName } from './poller';
import { recordStatus, type Snapshot } from './snapshot';

export interface WatchedList {
	name: ListName;
	/** The event types begin with one of these. */
	groups: string[];
	/** Compares a record with its snapshot; `before` is undefined for a new record. Pure. */
	compare(id: string, record: IDataObject, before: Snapshot | undefined): Comparison;
	/** Whether no more changes of a record are expected. */
	isFinished(snapshot: Snapshot): boolean;
}

export const postList: WatchedList = {
	name: 'posts',
	groups: ['post', 'delivery'],
	compare: comparePost,
	isFinished,
};

const READY = 'r';
const NOT_READY = 'w';

export const mediaList: WatchedList = {
	name: 'media',
	groups: ['media'],
	compare(id, media, before) {
		const code = readMediaReadiness(media) === 'ready' ? READY : NOT_READY;
		const { history, hasChanged } = recordStatus(before?.status, code, READY);
		const isReady = hasChanged && code === READY && !before?.status.includes(READY);
		const data = { media_id: id, status: 'ready' };
		const change = { type: 'media.ready', eventKey: [], data };
		return { snapshot: { status: history }, changes: isReady ? [change] : [] };
	},
	isFinished: ({ status }) => status.endsWith(READY),
};

const LOST = 'l';
const CONNECTED = 'c';

export const accountList: WatchedList = {
	name: 'accounts',
	groups: ['account'],
	compare(id, account, before) {
		const isLost = readNeedsReconnecting(account);
		const code = isLost === undefined ? undefined : isLost ? LOST : CONNECTED;
		const { history, hasChanged, count } = recordStatus(before?.status, code, LOST);
		const data = { account_id: id, status: 'reconnect_required' };
		const change = { type: 'account.reconnect_required', eventKey: [count], data };
		return { snapshot: { status: history }, changes: hasChanged && code === LOST ? [change] : [] };
	},
	isFinished: () => false,
};

export const watchedLists = [postList, mediaList, accountList];

export function hasEventsOf({ groups }: { groups: string[] }, types: string[]): boolean {
	return types.some((type) => groups.includes(type.split('.')[0] ?? ''));
}
