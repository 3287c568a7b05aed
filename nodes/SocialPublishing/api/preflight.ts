import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, textOf } from '../shared/json';

/** What a preflight says about a post. */
export interface Preflight {
	/** Undefined where it is not clear. */
	ready: boolean | undefined;
	/** Why the post is not ready, in the service's words where it has some; empty if nothing stands against it. */
	objections: string[];
}

/** Fields that say yes with true and no with false. Names are compared without case and separators. */
const VERDICTS = new Set(['ready', 'valid', 'ok', 'passed', 'pass', 'publishable', 'canpublish']);
/** Fields whose false is a no, although their true may only mean that the check was carried out. */
const SUCCESSES = new Set(['success', 'successful']);
/** Fields that say no with true. */
const OBSTACLES = new Set(['blocked', 'blocking', 'failed', 'invalid', 'haserrors']);
const STATES = new Set(['status', 'readiness', 'state', 'verdict', 'result', 'outcome']);
const LEVELS = new Set(['severity', 'level', 'type', 'kind']);
const COMPLAINTS = new Set('error errors problems issues blockers failures violations'.split(' '));
/** Fields with advice, and the user's own content, which may contain anything. */
const NO_STATEMENTS = new Set(
	'warning warnings notice notices hint hints info options text'.split(' '),
);
/** Lists whose entries have verdicts of their own. */
const PARTS = ['destinations', 'checks', 'results', 'accounts', 'platforms'];

const YES = /^(ready|ok|valid|pass|passed|publishable|yes|true|ready_with_warnings)$/;
const NO =
	/^(not_(ready|ok|valid|passed)|unready|blocked|invalid|fail(ed|ure)?|errors?|rejected|refused|needs_review|no|false)$/;
const ERROR_LEVEL = /^(error|critical|fatal|blocker|blocking|severe)$/;
const WARNING_LEVEL =
	/^(warn(ing)?|info(rmation)?|notice|hint|suggestion|recommendation|advice|minor|non_blocking)$/;

/** Anything deeper is not looked at: below the complaints it counts as one, among the verdicts it is not clear. */
const DEEPEST_ENTRY = 20;

const UNNAMED_PROBLEM = 'it reports a problem';

/**
 * Reads the result of a preflight, whose fields are not specified. A no, or a complaint that is not a mere warning, counts
 * wherever it is, and whatever else the service says. Otherwise its own verdict counts, then those of the destinations
 * and checks, then an empty list of complaints. Anything else is not clear.
 */
export function readPreflight(preflight: IDataObject): Preflight {
	const objections = [...new Set(findObjections(preflight))];
	return { ready: objections.length > 0 ? false : readYes(preflight, 0), objections };
}

/** Visits every record, without recursion: a body may be nested deeply. */
function* findObjections(preflight: IDataObject): Generator<string> {
	const found: unknown[] = [preflight];
	for (const value of found) {
		if (Array.isArray(value)) for (const entry of value) found.push(entry);
		if (!isRecord(value)) continue;
		const isWarning = value !== preflight && isOnlyWarning(value);
		for (const [name, entry] of Object.entries(value)) {
			const key = keyOf(name);
			if (COMPLAINTS.has(key)) yield* findComplaints(entry, 0);
			else if (!isWarning && !NO_STATEMENTS.has(key)) {
				if (isNo(key, entry, value)) yield describe(value) ?? `${name}: ${String(entry)}`;
				if (typeof entry === 'object') found.push(entry);
			}
		}
	}
}

function isNo(key: string, value: unknown, record: IDataObject): boolean {
	if (OBSTACLES.has(key)) return value === true;
	if (VERDICTS.has(key) || SUCCESSES.has(key)) return value === false || NO.test(wordOf(value));
	if (STATES.has(key)) return NO.test(wordOf(value));
	// The level of a check that passed is that of a failure that did not happen.
	return LEVELS.has(key) && ERROR_LEVEL.test(wordOf(value)) && readOwnVerdict(record) !== true;
}

/** The texts of complaints: a text, a record, a list of either, or an object of them by field. */
function* findComplaints(value: unknown, depth: number): Generator<string> {
	if (Array.isArray(value)) {
		if (depth >= DEEPEST_ENTRY) yield UNNAMED_PROBLEM;
		else for (const entry of value) yield* findComplaints(entry, depth + 1);
	} else if (isRecord(value)) {
		const text = describe(value);
		if (isOnlyWarning(value) || readOwnVerdict(value) === true) return;
		if (text !== undefined) yield text;
		else if (depth > 0) yield UNNAMED_PROBLEM;
		else for (const entry of Object.values(value)) yield* findComplaints(entry, depth + 1);
	} else if (value) {
		yield textOf(value) ?? UNNAMED_PROBLEM;
	}
}

function readYes(record: IDataObject, depth: number): boolean | undefined {
	const own = readOwnVerdict(record);
	if (own !== undefined) return own === true ? true : undefined;
	const parts = PARTS.flatMap((name) => record[name] ?? [])
		.filter(isRecord)
		.filter((part) => !isOnlyWarning(part));
	if (depth >= DEEPEST_ENTRY) return undefined;
	if (parts.length > 0) {
		return parts.every((part) => readYes(part, depth + 1) === true) ? true : undefined;
	}
	const hasComplaintList = Object.entries(record).some(
		([name, value]) => COMPLAINTS.has(keyOf(name)) && Array.isArray(value),
	);
	return hasComplaintList ? true : undefined;
}

/** What a record says of itself; undefined if nothing. */
function readOwnVerdict(record: IDataObject): boolean | 'unclear' | undefined {
	const fields = Object.entries(record).map(([name, value]) => ({ key: keyOf(name), value }));
	const verdicts = fields.filter(({ key }) => VERDICTS.has(key)).map(({ value }) => value);
	if (verdicts.includes(false)) return false;
	if (verdicts.includes(true)) return true;
	const words = fields
		.filter(({ key }) => STATES.has(key) || VERDICTS.has(key))
		.map(({ value }) => wordOf(value))
		.filter((word) => word !== '');
	if (words.length === 0) return undefined;
	if (words.some((word) => NO.test(word))) return false;
	return words.every((word) => YES.test(word)) ? true : 'unclear';
}

function isOnlyWarning(record: IDataObject): boolean {
	return Object.entries(record).some(([name, value]) => {
		const key = keyOf(name);
		return LEVELS.has(key)
			? WARNING_LEVEL.test(wordOf(value))
			: key === 'blocking' && value === false;
	});
}

function describe(record: IDataObject): string | undefined {
	const { message, msg, reason, detail, description, title, code, check } = record;
	return firstText(message, msg, reason, detail, description, title, code, check);
}

/** `can_publish`, `canPublish` and `is_ready` as `canpublish` and `ready`. */
function keyOf(name: string): string {
	const key = name.toLowerCase().replace(/[\s_-]+/g, '');
	return VERDICTS.has(key.replace(/^is/, '')) ? key.replace(/^is/, '') : key;
}

function wordOf(value: unknown): string {
	return (textOf(value) ?? '')
		.trim()
		.toLowerCase()
		.replace(/[\s-]+/g, '_');
}
