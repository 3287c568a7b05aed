import { firstText } from '../../../shared/json';

/** The words that identify the fields of a statistics record, whose shape is open. */

// reading(day or time of a figure)
/** Fields that may contain the day of a row. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on', 'recorded_date'];

/** Fields that may contain the time of a record, the most specific first. */
const MOMENT_FIELDS = [
	...DAY_FIELDS,
	...['recorded_at', 'captured_at', 'collected_at', 'measured_at'],
	...['timestamp', 'datetime', 'time', 'ts', 't', 'end_time'],
	...['as_of', 'refreshed_at', 'updated_at'],
];

/** Matches a text that starts with a day; a time may follow. */
export const DAY = /^\d{4}-\d{2}-\d{2}/;

/** A moment as text that starts with the day; undefined for a value that is not certainly a moment. */
export function toMoment(value: unknown): string | undefined {
	const text = firstText(value) ?? '';
	return DAY.test(text) ? text : unixMoment(text);
}

/** A number outside these years may be anything. */
const FIRST_MS = Date.UTC(2000, 0);
const END_MS = Date.UTC(2100, 0);

/** In seconds or milliseconds: no number is a time of these years in both. */
function unixMoment(text: string): string | undefined {
	if (!/^\d{9,13}(\.\d+)?$/.test(text)) return undefined;
	const number = Number(text);
	const timeMs = [number * 1_000, number].find((each) => each >= FIRST_MS && each < END_MS);
	return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}

/** The moment that a record is about; undefined if it states none. */
export function readMoment(record: Record<string, unknown>): string | undefined {
	return MOMENT_FIELDS.map((name) => toMoment(record[name])).find((moment) => moment !== undefined);
}

/** The field that contains the time of a row in an unknown format. */
export function findUnreadableTime(row: Record<string, unknown>): string | undefined {
	if (readMoment(row) !== undefined) return undefined;
	return [...DAY_FIELDS, 'timestamp'].find((name) => firstText(row[name]) !== undefined);
}

/** Whether a field states when something was recorded rather than what. */
export function isMomentField(name: string): boolean {
	return MOMENT_FIELDS.includes(name) || /_(at|on|date)$|^(month|week|year|hour)$/.test(name);
}

// reading(names of the fields of statistics)
/** Fields that contain the value of a metric that is named elsewhere. */
const VALUES = /^(value|count|total|current|latest|newest|amount|current_value|latest_value)$/;
/** Names that group values without stating what is measured. */
const GROUPS =
	/^(accounts?|by_date|by_day|by_platform|counts|daily|data|days|destinations|engagement|entries|figures|history|insights|items|metrics?|platforms|points|posts|recorded|rows|series|statistics|stats|summary|time_series|timeseries|totals|values)$/;
/** Sections that describe figures. */
const SECTIONS =
	/^(coverage|errors?|warnings?|notices?|freshness|timestamps|range|period|window|meta|pagination|links?)$/;
/** Fields that are not figures, even if they are null. */
const FACTS =
	/(^|_)(id|name|url|cursor)$|^(account|brand|post|platform|username|handle|text|title|label|type|key|unit|status|timezone|link|permalink|message|note|description|caption|from|to|start|end|since|until)$/;
/** Numbers that are not figures. */
const NO_FIGURES =
	/(^|_)id$|^(page|pages|per_page|page_size|limit|offset|size|version|total_(count|items|pages))$|_days$/;
const SERIES_AFFIXES = /^daily_|_(by_(day|date)|history|series|daily|over_time|timeline)$/;
const LAST_KNOWN_AFFIX = /_?last_?known(_values?)?_?/i;

export function isValueWord(name: string): boolean {
	return VALUES.test(name);
}

export function isLastKnown(name: string): boolean {
	return LAST_KNOWN_AFFIX.test(name);
}

export function isPlainWord(name: string): boolean {
	return VALUES.test(name) || GROUPS.test(name);
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
		.filter((word) => word !== '' && !isValueWord(word))
		.filter((word, index, all) => word !== all[index - 1]);
	const specific = words.filter((word) => !isPlainWord(word)).filter(isUnrepeated);
	const groups = words.includes('engagement') ? ['engagement'] : [];
	const named = specific.length > 0 ? specific : groups;
	if (named.length === 0) return undefined;
	const prefix = isOfPast ? 'last_known_' : '';
	return { short: prefix + named.join('_'), long: prefix + words.join('_'), isLastKnown: isOfPast };
}

/**
 * A series may repeat the name of its metric, in the singular or as a count: `followers.points.follower_count`. Only the long
 * name has both, because they may also be two metrics: `reach.reach` and `reach.reach_total`.
 */
function isUnrepeated(word: string, index: number, words: string[]): boolean {
	const before = words[index - 1];
	return before === undefined || rootOf(word) !== rootOf(before);
}

function rootOf(word: string): string {
	return word.replace(/_(count|total)$/, '').replace(/s$/, '');
}

/** A text that looks like the value of a metric: `12`, `1,234`, `1.2K`, `12 likes`. */
export function looksLikeFigure(name: string, value: unknown): boolean {
	if (typeof value !== 'string' || isFactWord(name)) return false;
	return /^[+-]?[.\d][\d.,'\s]*\p{L}*%?$/u.test(value.trim());
}
