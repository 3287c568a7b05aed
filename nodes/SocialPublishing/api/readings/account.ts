import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, textOf } from '../../shared/json';
import { readRecordId, readOwnName } from './record';

/** A connected social account. */
export interface Account {
	id: string;
	/** Undefined if unknown. */
	name: string | undefined;
	platform: string | undefined;
	/** The record as the service sent it. */
	record: IDataObject;
}

/** Reads an account record; the list is empty if it has no ID. */
export function readAccount(record: IDataObject): Account[] {
	const id = readRecordId(record);
	if (id === undefined) return [];
	return [{ id, name: readOwnName(record), platform: textOf(record.platform), record }];
}

/** Whether an account may belong to a brand, or to `none`: the service may ignore the filter of the request. */
export function mayBelongTo({ brand_id }: IDataObject, brandId: string): boolean {
	// reading(brand of an account): brand_id, null for none
	if (brand_id === undefined) return true;
	return (firstText(brand_id) ?? 'none') === brandId;
}

// reading(lost connection of an account): fields in which true stands for it
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

// reading(lost connection of an account): fields in which false stands for it
const CONNECTED_NAMES = ['connected', 'is_connected'];

// reading(lost connection of an account): fields that describe it in words, or contain a record that does
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
	/(?<!not?[ _-])(reconnect(?![ _-]not)|re-?auth|re-?login|disconnect|expired(?![ _-]soon)|revoked)|not[ _-]?connected|(invalid|missing)[ _-]?(token|credential|auth)|(token|credential|auth)\w*[ _-]?(invalid|missing)/i;

/** Whether an account has lost its connection to its network; undefined if unknown. */
export function readNeedsReconnecting(account: IDataObject): boolean | undefined {
	if (LOST_NAMES.some((name) => account[name] === true)) return true;
	if (CONNECTED_NAMES.some((name) => account[name] === false)) return true;
	let isStated = [...LOST_NAMES, ...CONNECTED_NAMES].some(
		(name) => typeof account[name] === 'boolean',
	);
	for (const state of STATE_NAMES.map((name) => account[name])) {
		const nested = isRecord(state) ? readNeedsReconnecting(state) : undefined;
		const text = textOf(state);
		if (nested === true || (text !== undefined && LOST_PATTERN.test(text))) return true;
		isStated ||= nested !== undefined || text !== undefined;
	}
	return isStated ? false : undefined;
}
