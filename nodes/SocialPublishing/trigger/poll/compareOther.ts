import type { IDataObject } from 'n8n-workflow';

import { readNeedsReconnecting } from '../../api/readings/account';
import { readMediaReadiness } from '../../api/readings/media';
import type { Change } from './comparePost';
import { follow, type Trail } from './trail';

/** Compares a record with what is remembered of it. Pure. */
export type Compare = (
	id: string,
	record: IDataObject,
	known: Trail | undefined,
) => { known: Trail; changes: Change[] };

const READY = 'r';
const NOT_READY = 'w';

export const compareMedia: Compare = (id, media, known) => {
	const code = readMediaReadiness(media) === 'ready' ? READY : NOT_READY;
	const { trail, hasChanged } = follow(known, code, READY);
	const isReady = hasChanged && code === READY && !known?.includes(READY);
	const data = { media_id: id, status: 'ready' };
	return {
		known: trail,
		changes: isReady ? [{ type: 'media.ready', distinction: [], data }] : [],
	};
};

const LOST = 'l';
const CONNECTED = 'c';

export const compareAccount: Compare = (id, account, known) => {
	const isLost = readNeedsReconnecting(account);
	const code = isLost === undefined ? undefined : isLost ? LOST : CONNECTED;
	const { trail, hasChanged, count } = follow(known, code, LOST);
	const data = { account_id: id, status: 'reconnect_required' };
	const change = { type: 'account.reconnect_required', distinction: [count], data };
	return { known: trail, changes: hasChanged && code === LOST ? [change] : [] };
};
