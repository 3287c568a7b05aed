import type { IDataObject } from 'n8n-workflow';

import { isRecord, textOf } from '../../shared/json';
import { readAccountId } from './delivery';
import { accountOf, findRecords, type Candidate, type FoundRecord } from './preflightParts';
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
	const whole: Candidate = { value: preflight, accountId: undefined, verdict: undefined };
	const objections = withoutRepeatedNo(distinct(findObjections(whole, 0)));
	return {
		ready: objections.length > 0 ? false : readYes(preflight, 0),
		objections,
		warnings: distinct(findWarnings(whole, 0)),
	};
}

function* findObjections(whole: Candidate, depth: number): Generator<Complaint> {
	for (const found of findRecords(whole)) {
		const { record, accountId, isWarning } = found;
		const reasons = readReasons(found, true);
		yield* reasons;
		for (const [name, entry] of Object.entries(record)) {
			const key = keyOf(name);
			if (hasComplaints(name, entry)) yield* findComplaints(entry, accountId, depth);
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
function* findWarnings(whole: Candidate, depth: number): Generator<Complaint> {
	for (const found of findRecords(whole)) {
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
				} else if (!isAdvice && text === undefined && depth < MAX_ENTRY_DEPTH) {
					yield* findWarnings({ value: each, accountId, verdict: false }, depth + 1);
				}
			}
		}
	}
}

/**
 * Complaints: a text, a record, a list of either, or an object of them by field.
 *
 * @param isEntry it is an entry of a list or object of complaints
 */
function* findComplaints(
	value: unknown,
	accountId: string | undefined,
	depth: number,
	isEntry = false,
): Generator<Complaint> {
	if (Array.isArray(value)) {
		if (depth >= MAX_ENTRY_DEPTH) yield { text: UNNAMED_PROBLEM, accountId };
		else for (const entry of value) yield* findComplaints(entry, accountId, depth + 1, true);
	} else if (isRecord(value)) {
		const text = describe(value);
		if (isOnlyWarning(value) || readOwnVerdict(value) === true) return;
		const own = accountOf(value, accountId);
		if (text !== undefined) yield { text, accountId: own };
		else if (isEntry) yield* findReasons(value, own, depth);
		else
			for (const entry of Object.values(value)) yield* findComplaints(entry, own, depth + 1, true);
	} else if (value) {
		yield { text: textOf(value) ?? UNNAMED_PROBLEM, accountId };
	}
}

/** The reasons in a complaint without a text. One that only names its account repeats what others say of the account. */
function* findReasons(
	value: IDataObject,
	accountId: string | undefined,
	depth: number,
): Generator<Complaint> {
	const whole: Candidate = { value, accountId, verdict: false };
	const reasons = depth < MAX_ENTRY_DEPTH ? [...findObjections(whole, depth + 1)] : [];
	const isBare = readAccountId(value) !== undefined && ({ isBare: true } as const);
	if (reasons.length > 0) yield* reasons;
	else yield { text: UNNAMED_PROBLEM, accountId, ...isBare };
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
