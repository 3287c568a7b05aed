import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../shared/json';
import { hasComplaints } from './preflightRecord';

/** Deeper records stay as they are. */
const MAX_DEPTH = 6;

/**
 * The body of a preflight, with lists instead of records by account ID: `{ acc_1: { ready: true } }` becomes
 * `[{ account_id: 'acc_1', ready: true }]`, and `{ acc_1: ['Too long'] }` becomes
 * `[{ account_id: 'acc_1', message: 'Too long' }]`. Among complaints, an account ID names the account: `failed: ['acc_1']`
 * becomes `failed: [{ account_id: 'acc_1' }]`. Pure.
 *
 * @param accountIds the accounts of the post
 */
export function listByAccount(preflight: IDataObject, accountIds: string[]): IDataObject {
	return listFields(preflight, new Set(accountIds), 0);
}

function listFields(record: IDataObject, ids: Set<string>, depth: number): IDataObject {
	if (depth > MAX_DEPTH) return record;
	const fields = Object.entries(record).map(([name, value]) => {
		if (Array.isArray(value) && hasComplaints(name, value)) {
			return [name, value.map((entry: unknown) => toNamed(entry, ids))];
		}
		if (!isRecord(value)) return [name, value];
		const entries = Object.entries(value);
		// reading(parts of a preflight): records or texts by account ID
		const isByAccount =
			entries.length > 0 && entries.every(([id, part]) => ids.has(id) && isPart(part));
		if (!isByAccount) return [name, listFields(value, ids, depth + 1)];
		return [name, entries.flatMap(([account_id, part]) => toRows(account_id, part))];
	});
	return Object.fromEntries(fields);
}

// reading(parts of a preflight): IDs of the accounts with a problem
function toNamed(entry: unknown, ids: Set<string>): unknown {
	const id = firstText(entry);
	return id !== undefined && ids.has(id) ? { account_id: id } : entry;
}

function isPart(value: unknown): boolean {
	return [value].flat().every((part) => isRecord(part) || typeof part === 'string');
}

function toRows(account_id: string, part: unknown): IDataObject[] {
	return [part]
		.flat()
		.map((entry: unknown) =>
			isRecord(entry) ? { account_id, ...entry } : { account_id, message: String(entry) },
		);
}
