import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../shared/json';
import { readAccountId } from './delivery';
import { hasComplaints, isOnlyWarning, keyOf, NO_STATEMENTS, readVerdict } from './preflightRecord';

export interface FoundRecord {
	record: IDataObject;
	accountId: string | undefined;
	/** It contains nothing but a warning. */
	isWarning: boolean;
	/** Its own yes or no, else that of the record around it. */
	verdict: boolean | undefined;
}

/** What may be or contain a record with a statement. */
export interface Candidate extends Pick<FoundRecord, 'accountId' | 'verdict'> {
	value: unknown;
	/** Its own ID is that of an account. */
	isAccount?: boolean;
}

/** Every record that may contain a statement. Not recursive, because a body may be nested deeply. */
export function* findRecords(whole: Candidate): Generator<FoundRecord> {
	const found = [whole];
	for (const { value, ...around } of found) {
		const { accountId, isAccount } = around;
		if (Array.isArray(value)) for (const entry of value) found.push({ ...around, value: entry });
		if (!isRecord(value)) continue;
		const own = accountOf(value, isAccount ? (firstText(value.id) ?? accountId) : accountId);
		const isWarning = value !== whole.value && isOnlyWarning(value);
		const verdict = readVerdict(value) ?? around.verdict;
		yield { record: value, accountId: own, isWarning, verdict };
		if (isWarning) continue;
		for (const [name, entry] of Object.entries(value)) {
			const key = keyOf(name);
			if (hasComplaints(name, entry) || NO_STATEMENTS.has(key)) continue;
			if (typeof entry !== 'object') continue;
			found.push({ value: entry, accountId: own, isAccount: key === 'accounts', verdict });
		}
	}
}

/** The account that a record is about: its own, or that of the record which contains it. */
export function accountOf(record: IDataObject, outer: string | undefined): string | undefined {
	return readAccountId(record) ?? outer;
}
