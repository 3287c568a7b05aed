import type { IDataObject } from 'n8n-workflow';

import { canonicalJson, firstText, isRecord, readRecord, textOf } from '../../shared/json';
import { readAccountId } from './delivery';
import {
	ADVICE,
	describe,
	hasComplaints,
	isNo,
	isOnlyWarning,
	keyOf,
	NO_STATEMENTS,
	readOwnVerdict,
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

/** A complaint of a preflight, in the service's words if there are any. */
export interface Complaint {
	text: string;
	/** The account that it is about; undefined if it is about the post, or unknown. */
	accountId: string | undefined;
	/** It is a no without a reason. */
	isBare?: true;
}

// reading(parts of a preflight): lists, or records by account ID, whose entries have verdicts of their own
const PARTS = ['destinations', 'checks', 'results', 'accounts', 'platforms', 'items'];

/** Verdicts of deeper parts are unclear. */
const MAX_DEPTH = 20;

const UNNAMED_PROBLEM = 'The service reports a problem';

/** A value in a preflight, with what is around it. */
interface Found {
	value: unknown;
	/** `complaints` is a field with complaints, `complaint` an entry of one; the own ID of an `account` is that of an account. */
	role: 'whole' | 'part' | 'account' | 'complaints' | 'complaint' | 'advice';
	accountId: string | undefined;
	/** The record around it says no. */
	isRefused: boolean;
}

/**
 * Reads the result of a preflight, whose fields are not specified. A no, or a complaint that is not a mere warning, counts
 * wherever it is, whatever else the record states. Otherwise its own verdict counts, then those of the destinations
 * and checks, then an empty list of complaints. Anything else is unclear.
 *
 * @param accountIds the accounts of the post: a field with such a name, or such an entry of complaints, is about the account
 */
export function readPreflight(preflight: IDataObject, accountIds: string[]): Preflight {
	const ids = new Set(accountIds);
	const said = { objections: [], warnings: [] };
	// Not recursive, because a body may be nested deeply.
	const found: Found[] = [
		{ value: preflight, role: 'whole', accountId: undefined, isRefused: false },
	];
	for (const each of found) for (const inner of visit(each, ids, said)) found.push(inner);
	const objections = withoutRepeatedNo(distinct(said.objections));
	return {
		ready: objections.length > 0 ? false : readYes(preflight, ids, 0),
		objections,
		warnings: distinct(said.warnings),
	};
}

type Said = Pick<Preflight, 'objections' | 'warnings'>;

/** Adds what a value itself says, and returns what it contains. */
function visit(found: Found, ids: Set<string>, said: Said): Found[] {
	const { value, role, accountId } = found;
	if (isRecord(value)) return visitRecord(value, found, ids, said);
	if (Array.isArray(value)) {
		const ofEntry = role === 'complaints' ? 'complaint' : role;
		return value.map((entry: unknown) => ({ ...found, value: entry, role: ofEntry }));
	}
	const text = textOf(value);
	const id = firstText(value) ?? '';
	if (role === 'advice' && text !== undefined) said.warnings.push({ text, accountId });
	if (role === 'complaint' && ids.has(id)) said.objections.push(unnamed(id));
	else if (value && (role === 'complaint' || role === 'complaints')) {
		said.objections.push(text === undefined ? unnamed(accountId) : { text, accountId });
	}
	return [];
}

function visitRecord(record: IDataObject, found: Found, ids: Set<string>, said: Said): Found[] {
	const { role } = found;
	const ownId = role === 'account' ? firstText(record.id) : undefined;
	const accountId = readAccountId(record) ?? ownId ?? found.accountId;
	const text = describe(record);
	const fields = Object.entries(record).map(([name, value]) => {
		const isOfComplaints = hasComplaints(name, isList(value, ids));
		return { name, key: keyOf(name), value, isOfComplaints };
	});
	const enter = (name: string, value: unknown, as: Found['role'], isRefused = false) => {
		return { value, role: as, accountId: ids.has(name) ? name : accountId, isRefused };
	};
	if (role === 'advice') {
		if (text !== undefined) said.warnings.push({ text, accountId });
		// By account, or by field.
		const isEntered = (name: string, value: unknown) =>
			ids.has(name) || (text === undefined && typeof value === 'object');
		return fields.flatMap(({ name, value }) =>
			isEntered(name, value) ? enter(name, value, role) : [],
		);
	}

	const isYes = readOwnVerdict(record) === true;
	const isWarning = role !== 'whole' && isOnlyWarning(record);
	const isComplaint = role === 'complaint' || role === 'complaints';
	if (isWarning && !isYes && text !== undefined) said.warnings.push({ text, accountId });
	if (isComplaint && (isYes || isWarning)) return [];
	if (isComplaint && text !== undefined) {
		said.objections.push({ text, accountId });
		return [];
	}
	if (role === 'complaints') {
		return fields.map(({ name, value }) => enter(name, value, 'complaint', true));
	}

	if (isComplaint) said.objections.push(unnamed(accountId));
	let isRefused = isComplaint || (found.isRefused && !isYes);
	for (const { name, key, value, isOfComplaints } of fields) {
		if (isWarning || isOfComplaints || NO_STATEMENTS.has(key) || !isNo(key, value, record))
			continue;
		said.objections.push(text === undefined ? bareNo(name, value, accountId) : { text, accountId });
		isRefused = true;
	}
	return fields.flatMap(({ name, key, value, isOfComplaints }) => {
		if (isOfComplaints) return enter(name, value, 'complaints', true);
		if (ADVICE.has(key)) return enter(name, value, 'advice');
		if (isWarning || NO_STATEMENTS.has(key) || typeof value !== 'object') return [];
		if (isRefused && REASONS.has(key)) return enter(name, value, 'complaints', true);
		return enter(name, value, key === 'accounts' ? 'account' : 'part', isRefused);
	});
}

function unnamed(accountId: string | undefined): Complaint {
	return { text: UNNAMED_PROBLEM, accountId, isBare: true };
}

/** A no for which the service gives no reason. */
function bareNo(name: string, value: unknown, accountId: string | undefined): Complaint {
	const text = `The service gives no reason (${name}: ${String(value)})`;
	return { text, accountId, isBare: true };
}

function readYes(record: IDataObject, ids: Set<string>, depth: number): boolean | undefined {
	const own = readOwnVerdict(record);
	if (own !== undefined) return own || undefined;
	if (depth >= MAX_DEPTH) return undefined;
	const parts = PARTS.flatMap((name) => partsOf(record[name], ids)).filter(
		(part) => !isOnlyWarning(part),
	);
	if (parts.length > 0) return parts.every((part) => readYes(part, ids, depth + 1)) || undefined;
	const isOfComplaints = ([name, value]: [string, unknown]) =>
		isList(value, ids) && hasComplaints(name, true);
	return Object.entries(record).some(isOfComplaints) || undefined;
}

function partsOf(value: unknown, ids: Set<string>): IDataObject[] {
	return isRecord(value) && isList(value, ids)
		? Object.values(value).flat().map(readRecord)
		: [value].flat().filter(isRecord);
}

/** Whether a value is a list, or a record by account ID. */
function isList(value: unknown, ids: Set<string>): boolean {
	const names = isRecord(value) ? Object.keys(value) : [];
	return Array.isArray(value) || (names.length > 0 && names.every((id) => ids.has(id)));
}

function distinct(complaints: Complaint[]): Complaint[] {
	return [...new Map(complaints.map((each) => [canonicalJson(each), each])).values()];
}

/** A no is redundant if there are reasons for the same account, or for the post; that of the post, if it is known for whom. */
function withoutRepeatedNo(objections: Complaint[]): Complaint[] {
	const isExplained = (no: Complaint) =>
		objections.some(({ accountId, isBare }) =>
			isBare
				? no.accountId === undefined && accountId !== undefined
				: [accountId, no.accountId].includes(undefined) || accountId === no.accountId,
		);
	return objections.filter((objection) => !objection.isBare || !isExplained(objection));
}
