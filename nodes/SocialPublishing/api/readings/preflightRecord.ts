import type { IDataObject } from 'n8n-workflow';

import { firstText, textOf } from '../../shared/json';
import { readComplaintText } from './record';

/** Reads a single record of a preflight: yes, no or a complaint. Its fields are not specified. */

// reading(fields and words of a preflight)
/** Fields that mean yes if true and no if false. Names are compared without case and separators. */
const VERDICTS = new Set(['ready', 'valid', 'ok', 'passed', 'pass', 'publishable', 'canpublish']);
/** Fields that mean no if false; if true, they may only mean that the check was carried out. */
const SUCCESSES = new Set(['success', 'successful']);
/** Fields that mean no if true. As lists, they contain complaints. */
const OBSTACLES = new Set(['blocked', 'blocking', 'failed', 'invalid', 'haserrors']);
const STATES = new Set(['status', 'readiness', 'state', 'verdict', 'result', 'outcome']);
const LEVELS = new Set(['severity', 'level', 'type', 'kind']);
const COMPLAINTS = new Set('error errors problems issues blockers failures violations'.split(' '));
/** Lists and records that stand against the post only if the verdict is a no. */
export const REASONS = new Set(['reasons', 'reason', 'messages', 'message']);
/** Fields with advice, and the user's own content, which may contain anything. */
export const ADVICE = new Set('warning warnings notice notices hint hints info'.split(' '));
export const NO_STATEMENTS = new Set([...ADVICE, 'options', 'text']);

const YES = /^(ready|ok|valid|pass|passed|publishable|yes|true|ready_with_warnings)$/;
const NO =
	/^(not_(ready|ok|valid|passed)|unready|blocked|invalid|fail(ed|ure)?|errors?|rejected|refused|needs_review|no|false)$/;
const ERROR_LEVEL = /^(error|critical|fatal|blocker|blocking|severe)$/;
const WARNING_LEVEL =
	/^(warn(ing)?|info(rmation)?|notice|hint|suggestion|recommendation|advice|minor|non_blocking)$/;

/** Whether a field contains complaints. */
export function hasComplaints(name: string, isList: boolean): boolean {
	const key = keyOf(name);
	return COMPLAINTS.has(key) || (OBSTACLES.has(key) && isList);
}

export function isNo(key: string, value: unknown, record: IDataObject): boolean {
	if (OBSTACLES.has(key)) return value === true;
	if (VERDICTS.has(key) || SUCCESSES.has(key)) return value === false || NO.test(wordOf(value));
	if (STATES.has(key)) return NO.test(wordOf(value));
	// A check that passed states the level that its failure would have had.
	return LEVELS.has(key) && ERROR_LEVEL.test(wordOf(value)) && readOwnVerdict(record) !== true;
}

/** The record's own verdict: whether it is a clear yes; undefined if it has none. */
export function readOwnVerdict(record: IDataObject): boolean | undefined {
	const fields = Object.entries(record).map(([name, value]) => ({ key: keyOf(name), value }));
	const verdicts = fields.filter(({ key }) => VERDICTS.has(key)).map(({ value }) => value);
	if (verdicts.includes(false)) return false;
	if (verdicts.includes(true)) return true;
	const words = fields
		.filter(({ key }) => STATES.has(key) || VERDICTS.has(key))
		.map(({ value }) => wordOf(value))
		.filter((word) => word !== '');
	if (words.length === 0) return undefined;
	return words.every((word) => YES.test(word));
}

export function isOnlyWarning(record: IDataObject): boolean {
	return Object.entries(record).some(([name, value]) => {
		const key = keyOf(name);
		return LEVELS.has(key)
			? WARNING_LEVEL.test(wordOf(value))
			: key === 'blocking' && value === false;
	});
}

export function describe(record: IDataObject): string | undefined {
	return readComplaintText(record) ?? firstText(record.check);
}

/** `can_publish`, `canPublish` and `is_ready` as `canpublish` and `ready`. */
export function keyOf(name: string): string {
	const key = name.toLowerCase().replace(/[\s_-]+/g, '');
	return VERDICTS.has(key.replace(/^is/, '')) ? key.replace(/^is/, '') : key;
}

function wordOf(value: unknown): string {
	return (textOf(value) ?? '')
		.trim()
		.toLowerCase()
		.replace(/[\s-]+/g, '_');
}

// reading(objection to a long text): a sentence with the limit, or no more than that it is too long
const LENGTH = /\b(characters?|chars)\b/i;
const TOO_LONG = /^(((the|a) )?(text|post|message|reply)( is)? )?too long\.?$/i;
const REPLY = /\brepl(y|ies)\b/i;
/** What else may have a limit. */
const OTHER_SUBJECT =
	/\b(alt|bios?|captions?|descriptions?|files?|hashtags?|images?|links?|media|names?|pictures?|tags?|titles?|urls?|videos?)\b/i;

/** For an objection that only says that a text is longer than a known limit: whose text. If in doubt, it says more. */
export function readLengthObjection(text: string, limit: number): 'text' | 'reply' | undefined {
	const numbers: string[] = text.replaceAll(',', '').match(/\d+/g) ?? [];
	const statesLimit = LENGTH.test(text) && numbers.includes(String(limit));
	const isAboutLength = (statesLimit && !OTHER_SUBJECT.test(text)) || TOO_LONG.test(text.trim());
	if (!isAboutLength) return undefined;
	return REPLY.test(text) ? 'reply' : 'text';
}
