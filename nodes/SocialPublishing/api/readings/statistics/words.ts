import { isMomentField, toMoment } from './days';

/** The words that identify the fields of a statistics record, whose shape is open. */

// reading(value of a figure)
/** Fields that contain the value of a metric that is named elsewhere. */
const VALUE_WORDS = new Set([
	'value',
	'count',
	'total',
	'current',
	'latest',
	'newest',
	'amount',
	'current_value',
	'latest_value',
]);

// reading(groups of figures)
/** Names that group values without stating what is measured. */
const PLAIN_WORDS = new Set([
	...VALUE_WORDS,
	'account',
	'accounts',
	'by_date',
	'by_day',
	'by_platform',
	'counts',
	'daily',
	'data',
	'days',
	'destinations',
	'engagement',
	'entries',
	'figures',
	'history',
	'insights',
	'items',
	'metric',
	'metrics',
	'platforms',
	'points',
	'posts',
	'recorded',
	'rows',
	'series',
	'statistics',
	'stats',
	'summary',
	'time_series',
	'timeseries',
	'totals',
	'values',
]);

// reading(name of a metric)
/** Names that are certainly those of metrics. */
const METRICS =
	/(^|_)(followers?|following|fans|subscribers?|members|likes?|comments|shares?|reposts?|retweets?|replies|quotes|reactions?|views?|plays|impressions?|reach|clicks?|saves?|bookmarks?|mentions|votes|engagements?|interactions)(_count)?$/;

// reading(sections of statistics)
/** Sections that describe figures. */
const SECTIONS =
	/^(coverage|errors?|warnings?|notices?|freshness|timestamps|range|period|window|meta|pagination|links?)$/;

// reading(facts about figures)
/** Fields that are not figures, even if they are null. */
const FACTS =
	/(^|_)(id|name|url|cursor)$|^(account|brand|post|platform|username|handle|text|title|label|type|key|unit|status|timezone|link|permalink|message|note|description|caption|from|to|start|end|since|until)$/;

// reading(numbers of statistics)
/** Numbers that are not figures. */
const NO_FIGURES =
	/(^|_)id$|^(page|pages|per_page|page_size|limit|offset|size|version|total_(count|items|pages))$|_days$/;

// reading(name of a series)
const SERIES_AFFIXES = /^daily_|_(by_(day|date)|history|series|daily|over_time|timeline)$/;
// reading(last known value)
const LAST_KNOWN_AFFIX = /_?last_?known(_values?)?_?/i;

export function isValueWord(name: string): boolean {
	return VALUE_WORDS.has(name);
}

/** Whether a name is that of a last known value. */
export function isLastKnown(name: string): boolean {
	return LAST_KNOWN_AFFIX.test(name);
}

/** Whether a name groups values without stating what is measured. */
export function isPlainWord(name: string): boolean {
	return PLAIN_WORDS.has(name);
}

function isMetricWord(name: string): boolean {
	return METRICS.test(name);
}

export function isSection(name: string): boolean {
	return SECTIONS.test(name);
}

/** Whether a name is that of a fact about figures: a time, a section, a description. */
export function isFactWord(name: string): boolean {
	return isSection(name) || isMomentField(name) || FACTS.test(name);
}

export function isNoFigure(name: string): boolean {
	return NO_FIGURES.test(name);
}

export interface MetricName {
	/** One word if that is enough. */
	short: string;
	/** With the names of its groups, for metrics with the same short name. */
	long: string;
	/** The value is the last one known rather than one of the period. */
	isLastKnown: boolean;
}

/**
 * The name of a metric from the names that lead to its value; undefined if none of them is that of a metric.
 * `engagement.likes.total` is `likes`, `engagement.total` is `engagement`, `followers.last_known` is
 * `last_known_followers`.
 */
export function readMetricName(path: string[]): MetricName | undefined {
	const isOfPast = path.some(isLastKnown);
	const words = path
		.map((word) => word.replace(LAST_KNOWN_AFFIX, '').replace(SERIES_AFFIXES, ''))
		.filter((word) => word !== '' && !VALUE_WORDS.has(word))
		.filter(isUnrepeated);
	const specific = words.filter((word) => !PLAIN_WORDS.has(word)).filter(isUnrepeated);
	const groups = words.includes('engagement') ? ['engagement'] : [];
	const named = specific.length > 0 ? specific : groups;
	if (named.length === 0) return undefined;
	const prefix = isOfPast ? 'last_known_' : '';
	return { short: prefix + named.join('_'), long: prefix + words.join('_'), isLastKnown: isOfPast };
}

/** A series may repeat the name of its metric, in the singular or as a count: `followers.points.follower_count`. */
function isUnrepeated(word: string, index: number, words: string[]): boolean {
	const before = words[index - 1];
	return before === undefined || rootOf(word) !== rootOf(before);
}

function rootOf(word: string): string {
	return word.replace(/_(count|total)$/, '').replace(/s$/, '');
}

/** Undefined for anything but a number. Null: not recorded. A number in text counts if it is certainly a figure. */
export function readNumber(value: unknown, mayBeText: boolean): number | null | undefined {
	if (value === null || typeof value === 'number') return value;
	return mayBeText && typeof value === 'string' ? parseNumber(value) : undefined;
}

/** Accepts only the usual form of figures: not `007`, `1e3` or more digits than a number keeps. */
function parseNumber(text: string): number | undefined {
	if (!/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text)) return undefined;
	return Number(text);
}

/**
 * Whether a number in text is certainly a figure.
 *
 * @param path the names that lead to it, its own last
 * @param isOfDay it is stated next to a day
 */
export function mayBeFigure(path: string[], isOfDay: boolean): boolean {
	const [name = '', group = ''] = [...path].reverse();
	if (isOfDay || isValueWord(name) || isMetricWord(name)) return true;
	return isPlainWord(group);
}

/** A text that looks like the value of a metric: `12`, `1,234`, `1.2K`, `12 likes`. */
export function looksLikeFigure(name: string, value: unknown): boolean {
	if (typeof value !== 'string' || isFactWord(name) || toMoment(value) !== undefined) return false;
	return /^[+-]?[.\d][\d.,'\s]*\p{L}*%?$/u.test(value.trim());
}

/** A moment and its value; undefined for anything else. */
export function readPair(entry: unknown): [moment: string, value: unknown] | undefined {
	if (!Array.isArray(entry) || entry.length !== 2) return undefined;
	const moment = toMoment(entry[0]);
	// Of two numbers, the time must be certain.
	const isCertain = typeof entry[0] === 'string' || toMoment(entry[1]) === undefined;
	return moment !== undefined && isCertain ? [moment, entry[1]] : undefined;
}
