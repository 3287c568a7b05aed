import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, textOf } from '../../shared/json';
import { readRecordId, readOwnName } from './record';

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

// reading(lost connection of an account)
/** Fields in which true stands for it. */
const LOST_NAMES = new Set(
	(
		'needs_reconnect needs_reconnection reconnect_required reconnection_required requires_reconnect ' +
		'needs_reauth reauth_required reauthorization_required disconnected is_disconnected'
	).split(' '),
);
/** Fields in which false stands for it. */
const CONNECTED_NAMES = new Set(['connected', 'is_connected']);
/** Fields that describe it in words, or contain a record that does. */
const STATE_NAMES = new Set(
	'status state connection_status connection_state connection health auth_status token_status'.split(
		' ',
	),
);

const LOST_PATTERN =
	/(?<!not?[ _-])(reconnect(?![ _-]not)|re-?auth|re-?login|disconnect|expired(?![ _-]soon)|revoked)|not[ _-]?connected|(invalid|missing)[ _-]?(token|credential|auth)|(token|credential|auth)\w*[ _-]?(invalid|missing)/i;

/** Whether an account has lost its connection to its network; undefined if unknown. */
export function readNeedsReconnecting(account: IDataObject): boolean | undefined {
	const statements = Object.entries(account).map(([name, value]) => readStatement(name, value));
	if (statements.includes(true)) return true;
	return statements.includes(false) ? false : undefined;
}

function readStatement(name: string, value: unknown): boolean | undefined {
	if (typeof value === 'boolean') {
		if (LOST_NAMES.has(name)) return value;
		return CONNECTED_NAMES.has(name) ? !value : undefined;
	}
	if (!STATE_NAMES.has(name)) return undefined;
	if (isRecord(value)) return readNeedsReconnecting(value);
	const text = textOf(value);
	return text === undefined ? undefined : LOST_PATTERN.test(text);
}
