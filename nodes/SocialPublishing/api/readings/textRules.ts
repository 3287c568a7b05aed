import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../shared/json';
import type { Account } from './account';
import { statementsIn, type Statement } from './record';

/** The known limits of the text of an account. */
export interface TextRules {
	/** Undefined if unknown. */
	maxLength: number | undefined;
	/** Undefined if unknown. */
	hasThreads: boolean | undefined;
}

/** The service's description mentions threads only on this platform. */
const PLATFORM_WITH_THREADS = 'shortpost';

/**
 * Reads the rules from the record of an account, which states what this account can do, else from the entry of its platform
 * in the capabilities of the workspace. The names of their fields are not specified, so they are recognized by the words
 * in them. Pure.
 */
export function readTextRules(account: Account, capabilities: IDataObject = {}): TextRules {
	const isSubscribed = hasSubscription(account.record);
	const own = readStatements(account.record, isSubscribed);
	const entries = findPlatform(capabilities, account.platform ?? '');
	const ofPlatform = entries.map((entry) => readStatements(entry, isSubscribed));
	const statements = [own, ...ofPlatform];
	const isDescribed = account.platform?.toLowerCase() === PLATFORM_WITH_THREADS;
	return {
		maxLength: firstKnown(statements.map(({ maxLength }) => maxLength)),
		hasThreads:
			firstKnown(statements.map(({ hasThreads }) => hasThreads)) ?? (isDescribed || undefined),
	};
}

function firstKnown<T>(values: Array<T | undefined>): T | undefined {
	return values.find((value) => value !== undefined);
}

function hasSubscription({
	shortpost_subscription_type,
	shortpost_subscription_error,
}: IDataObject): boolean {
	// reading(kind of a subscription): these words stand for none
	const type = firstText(shortpost_subscription_type)?.toLowerCase() ?? 'none';
	return !/^(none|free|null|inactive|expired)$/.test(type) && !shortpost_subscription_error;
}

/** The entries of a platform: `platforms.shortpost`, or `{ platform: 'shortpost', … }` in a list. */
function findPlatform(value: unknown, platform: string, depth = 0): IDataObject[] {
	if (platform === '' || depth > 4) return [];
	if (Array.isArray(value)) {
		return value.flatMap((entry) => findPlatform(entry, platform, depth + 1));
	}
	if (!isRecord(value)) return [];
	const isWanted = (name: unknown) =>
		typeof name === 'string' && name.toLowerCase() === platform.toLowerCase();
	if ([value.platform, value.name, value.id].some(isWanted)) return [value];
	return Object.entries(value).flatMap(([name, entry]) => {
		if (NOT_RULES.test(name)) return [];
		return isWanted(name) && isRecord(entry) ? [entry] : findPlatform(entry, platform, depth + 1);
	});
}

// reading(capabilities of a platform): by its name, or as a record that names it; not in these parts
const NOT_RULES = /allowance|quota|remaining|usage|used/i;

function readStatements(record: IDataObject, isSubscribed: boolean): TextRules {
	const statements = [...statementsIn(record)];
	const limits = statements.filter(({ words }) => isTextLimit(words));
	const isOf = (words: RegExp) => (statement: Statement) =>
		statement.words.some((word) => words.test(word));
	const present = limits.filter(isOf(PRESENT));
	const subscribed = limits.filter(isOf(SUBSCRIBED));
	const others = limits.filter((limit) => !subscribed.includes(limit));
	const counting =
		present.length > 0 ? present : isSubscribed && subscribed.length > 0 ? subscribed : others;
	const lengths = counting.flatMap(({ value }) => lengthOf(value) ?? []);
	return {
		maxLength: lengths.length > 0 ? Math.min(...lengths) : undefined,
		hasThreads: readThreads(statements),
	};
}

// reading(length of a text): the words in the path to a number
const TEXT = /^(texts?|captions?|body|message)$/;
const CHARACTERS = /^(characters?|chars?)$/;
const LENGTH = /^(length|len)$/;
const MEASURE = /^(max|maximum|limits?|length|len)$/;
const PRESENT = /^(current|effective|actual|present)$/;
const SUBSCRIBED = /^(subscri\w*|premium|plus|pro|paid|verified|long|extended)$/;
/** Lengths of something else, or counts that change. */
const OTHER =
	/^(videos?|images?|pictures?|photos?|media|titles?|alt|bio|names?|files?|filename|hashtags?|tags?|mentions?|links?|urls?|comments?|thread\w*|repl(y|ies)|seconds?|duration|bytes?|size|min|minimum|used|remaining|left|allowances?|quotas?|storage|statistics)$/;

function isTextLimit(words: string[]): boolean {
	const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
	if (has(OTHER)) return false;
	return (has(TEXT) && has(MEASURE)) || has(CHARACTERS) || has(LENGTH);
}

function lengthOf(value: unknown): number | undefined {
	const length = typeof value === 'string' ? Number(value) : value;
	return typeof length === 'number' && Number.isInteger(length) && length > 0 ? length : undefined;
}

// reading(threads of an account): the words in the path to a value, and the values that stand for no
const THREADS = /^thread(s|ed|ing)?$/;
const NO = /^(false|no|none|unsupported|not_supported|0)$/i;

/** Whether the account has threads; undefined if unknown. */
function readThreads(statements: Statement[]): boolean | undefined {
	const said = statements.filter(({ words }) => words.some((word) => THREADS.test(word)));
	if (said.length === 0) return undefined;
	return !said.some(({ value }) => NO.test(String(value)));
}
