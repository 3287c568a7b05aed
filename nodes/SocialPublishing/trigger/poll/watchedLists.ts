import type { IDataObject } from 'n8n-workflow';

import { readNeedsReconnecting } from '../../api/readings/account';
import { readMediaReadiness } from '../../api/readings/media';
import { comparePost, isFinished, type Comparison } from './comparePost';
import type { ListName, Snapshots } from './state';
import { recordStatus } from './statusHistory';

export interface WatchedList<Name extends ListName> {
	name: Name;
	/** Completes "Could not …". */
	purpose: string;
	/** The event types begin with one of these. */
	groups: string[];
	/** Compares a record with its snapshot; `before` is undefined for a new record. Pure. */
	compare(
		id: string,
		record: IDataObject,
		before: Snapshots[Name] | undefined,
	): Comparison<Snapshots[Name]>;
	/** Whether no more changes of a record are expected. */
	isFinished(snapshot: Snapshots[Name]): boolean;
}

export const postList: WatchedList<'posts'> = {
	name: 'posts',
	purpose: 'list the posts',
	groups: ['post', 'delivery'],
	compare: comparePost,
	isFinished,
};

const READY = 'r';
const NOT_READY = 'w';

export const mediaList: WatchedList<'media'> = {
	name: 'media',
	purpose: 'list the media',
	groups: ['media'],
	compare(id, media, before) {
		const code = readMediaReadiness(media) === 'ready' ? READY : NOT_READY;
		const { history, hasChanged } = recordStatus(before, code, READY);
		const isReady = hasChanged && code === READY && !before?.includes(READY);
		const data = { media_id: id, status: 'ready' };
		return {
			snapshot: history,
			changes: isReady ? [{ type: 'media.ready', eventKey: [], data }] : [],
		};
	},
	isFinished: (history) => history.endsWith(READY),
};

const LOST = 'l';
const CONNECTED = 'c';

export const accountList: WatchedList<'accounts'> = {
	name: 'accounts',
	purpose: 'list the accounts',
	groups: ['account'],
	compare(id, account, before) {
		const isLost = readNeedsReconnecting(account);
		const code = isLost === undefined ? undefined : isLost ? LOST : CONNECTED;
		const { history, hasChanged, count } = recordStatus(before, code, LOST);
		const data = { account_id: id, status: 'reconnect_required' };
		const change = { type: 'account.reconnect_required', eventKey: [count], data };
		return { snapshot: history, changes: hasChanged && code === LOST ? [change] : [] };
	},
	isFinished: () => false,
};

export function hasEventsOf({ groups }: { groups: string[] }, types: string[]): boolean {
	return types.some((type) => groups.includes(type.split('.')[0] ?? ''));
}
