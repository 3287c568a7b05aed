import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, textOf } from '../../shared/json';
import { readAccountId } from './delivery';
import {
	bareNo,
	distinct,
	withoutRepeatedNo,
	type Complaint,
	ADVICE,
	describe,
	hasComplaints,
	isNo,
	isOnlyWarning,
	keyOf,
	NO_STATEMENTS,
	readOwnVerdict,
	readVerdict,
	REASONS,
} from './preflightRecord';

/** The result of a preflight. */
export interface Preflight {
	/** Undefined if unclear. */
	ready: boolean | undefined;
	/** Why the post is not ready; empty if nothing counts against it. */
	objections: Complaint[];
	/** Complaints that do not prevent the post. */
	warnings: Complaint[];
}

// reading(parts of a preflight): lists whose entries have verdicts of their own
const PARTS = ['destinations', 'checks', 'results', 'accounts', 'platforms', 'items'];

/** Deeper entries are not read: among complaints they count as one, among verdicts as unclear. */
const MAX_ENTRY_DEPTH = 20;

const UNNAMED_PROBLEM = 'it reports a problem';

/**
 * Reads the result of a preflight, whose fields are not specified. A no, or a complaint that is not a mere warning, counts
 * wherever it is, whatever else the record states. Otherwise its own verdict counts, then those of the destinations
 * and checks, then an empty list of complaints. Anything else is unclear.
 */
export function readPreflight(preflight: IDataObject): Preflight {
	const objections = withoutRepeatedNo(distinct(findObjections(preflight)));
	return {
		ready: objections.length > 0 ? false : readYes(preflight, 0),
		objections,
		warnings: distinct(findWarnings(preflight)),
	};
}

function* findObjections(preflight: IDataObject): Generator<Complaint> {
	for (const found of findRecords(preflight)) {
		const { record, accountId, isWarning } = found;
		const reasons = readReasons(found, true);
		yield* reasons;
		for (const [name, entry] of Object.entries(record)) {
			const key = keyOf(name);
			if (hasComplaints(name, entry)) yield* findComplaints(entry, accountId, 0);
			else if (!isWarning && !NO_STATEMENTS.has(key) && isNo(key, entry, record)) {
				const text = describe(record);
				if (text !== undefined) yield { text, accountId };
				else if (reasons.length === 0) yield { text: bareNo(name, entry), accountId, isBare: true };
			}
		}
	}
}

/** The entries of a record's lists of reasons and messages. The verdict decides whether they count against the post. */
function readReasons(found: FoundRecord, areAgainst: boolean): Complaint[] {
	return Object.entries(found.record).flatMap(([name, list]) => {
		if (!Array.isArray(list) || !REASONS.has(keyOf(name))) return [];
		const standsAgainst = !found.isWarning && found.verdict === false;
		if (standsAgainst !== areAgainst) return [];
		return list.flatMap((entry: unknown) => readReason(entry, found.accountId) ?? []);
	});
}

/** Undefined for a record with a verdict or a level of its own, which is found separately. */
function readReason(entry: unknown, around: string | undefined): Complaint | undefined {
	const isSeparate = isRecord(entry) && (isOnlyWarning(entry) || readVerdict(entry) !== undefined);
	const text = isRecord(entry) ? describe(entry) : textOf(entry);
	const accountId = isRecord(entry) ? accountOf(entry, around) : around;
	return text === undefined || isSeparate ? undefined : { text, accountId };
}

/** Warnings have no effect, so only those with a text are useful. */
function* findWarnings(preflight: IDataObject): Generator<Complaint> {
	for (const found of findRecords(preflight)) {
		const { record, accountId, isWarning } = found;
		yield* readReasons(found, false);
		const ownText = isWarning && readOwnVerdict(record) !== true ? describe(record) : undefined;
		if (ownText !== undefined) yield { text: ownText, accountId };
		for (const [name, entry] of Object.entries(record)) {
			if (!ADVICE.has(keyOf(name)) && !hasComplaints(name, entry)) continue;
			for (const each of [entry].flat()) {
				const isAdvice = ADVICE.has(keyOf(name)) || (isRecord(each) && isOnlyWarning(each));
				const text = isRecord(each) ? describe(each) : textOf(each);
				if (isAdvice && text !== undefined) {
					yield { text, accountId: isRecord(each) ? accountOf(each, accountId) : accountId };
				}
			}
		}
	}
}

interface FoundRecord {
	record: IDataObject;
	accountId: string | undefined;
	/** It contains nothing but a warning. */
	isWarning: boolean;
	/** Its own yes or no, else that of the record around it. */
	verdict: boolean | undefined;
}

interface Candidate extends Pick<FoundRecord, 'accountId' | 'verdict'> {
	value: unknown;
	/** Its own ID is that of an account. */
	isAccount?: boolean;
}

/** Every record that may contain a statement. Not recursive, because a body may be nested deeply. */
function* findRecords(preflight: IDataObject): Generator<FoundRecord> {
	const found: Candidate[] = [{ value: preflight, accountId: undefined, verdict: undefined }];
	for (const { value, ...around } of found) {
		const { accountId, isAccount } = around;
		if (Array.isArray(value)) for (const entry of value) found.push({ ...around, value: entry });
		if (!isRecord(value)) continue;
		const own = accountOf(value, isAccount ? (firstText(value.id) ?? accountId) : accountId);
		const isWarning = value !== preflight && isOnlyWarning(value);
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
function accountOf(record: IDataObject, outer: string | undefined): string | undefined {
	return readAccountId(record) ?? outer;
}

/** Complaints: a text, a record, a list of either, or an object of them by field. */
function* findComplaints(
	value: unknown,
	accountId: string | undefined,
	depth: number,
): Generator<Complaint> {
	if (Array.isArray(value)) {
		if (depth >= MAX_ENTRY_DEPTH) yield { text: UNNAMED_PROBLEM, accountId };
		else for (const entry of value) yield* findComplaints(entry, accountId, depth + 1);
	} else if (isRecord(value)) {
		const text = describe(value);
		if (isOnlyWarning(value) || readOwnVerdict(value) === true) return;
		const own = accountOf(value, accountId);
		if (text !== undefined) yield { text, accountId: own };
		else if (depth > 0) yield { text: UNNAMED_PROBLEM, accountId: own };
		else for (const entry of Object.values(value)) yield* findComplaints(entry, own, depth + 1);
	} else if (value) {
		yield { text: textOf(value) ?? UNNAMED_PROBLEM, accountId };
	}
}

function readYes(record: IDataObject, depth: number): boolean | undefined {
	const own = readOwnVerdict(record);
	if (own !== undefined) return own === true ? true : undefined;
	const parts = PARTS.flatMap((name) => record[name] ?? [])
		.filter(isRecord)
		.filter((part) => !isOnlyWarning(part));
	if (depth >= MAX_ENTRY_DEPTH) return undefined;
	if (parts.length > 0) {
		return parts.every((part) => readYes(part, depth + 1) === true) ? true : undefined;
	}
	const hasComplaintList = Object.entries(record).some(
		([name, value]) => hasComplaints(name, value) && Array.isArray(value),
	);
	return hasComplaintList ? true : undefined;
}
