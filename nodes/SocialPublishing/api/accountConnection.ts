import type { IDataObject } from 'n8n-workflow';

import { isRecord, textOf } from '../shared/json';

/** Fields that say with `true` that an account has to be connected again. */
const LOST_NAMES = [
	'needs_reconnect',
	'needs_reconnection',
	'reconnect_required',
	'reconnection_required',
	'requires_reconnect',
	'needs_reauth',
	'reauth_required',
	'reauthorization_required',
	'disconnected',
	'is_disconnected',
];

/** Fields that say so with `false`. */
const CONNECTED_NAMES = ['connected', 'is_connected'];

/** Fields that describe the connection in words, or contain a record that does. */
const STATE_NAMES = [
	'status',
	'state',
	'connection_status',
	'connection_state',
	'connection',
	'health',
	'auth_status',
	'token_status',
];

const LOST_PATTERN =
	/reconnect|re-?auth|re-?login|disconnect|not[ _-]?connected|expired|revoked|(invalid|missing)[ _-]?(token|credential|auth)|(token|credential|auth)\w*[ _-]?(invalid|missing)/i;

/**
 * Whether an account has lost its connection to its network; undefined where the record does not tell. The description
 * leaves the fields of an account open.
 */
export function readNeedsReconnecting(account: IDataObject): boolean | undefined {
	if (LOST_NAMES.some((name) => account[name] === true)) return true;
	if (CONNECTED_NAMES.some((name) => account[name] === false)) return true;
	let isTold = [...LOST_NAMES, ...CONNECTED_NAMES].some(
		(name) => typeof account[name] === 'boolean',
	);
	for (const state of STATE_NAMES.map((name) => account[name])) {
		const nested = isRecord(state) ? readNeedsReconnecting(state) : undefined;
		const text = textOf(state);
		if (nested === true || (text !== undefined && LOST_PATTERN.test(text))) return true;
		isTold ||= nested !== undefined || text !== undefined;
	}
	return isTold ? false : undefined;
}
