import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';

/** The words that identify the fields of a statistics record, whose shape is open. */

// reading(day or time of a figure)
/** Fields that may contain the day of a row. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on', 'recorded_date'];

/** Fields that may contain the time of a point of a series, the most specific first. */
const POINT_FIELDS = [
	...DAY_FIELDS,
	...['recorded_at', 'captured_at', 'collected_at', 'measured_at'],
	...['timestamp', 'datetime', 'time', 'ts', 't', 'end_time'],
];

const MOMENT_FIELDS = [...POINT_FIELDS, 'as_of', 'refreshed_at', 'updated_at'];

/** Matches a text that starts with a day; a time may follow. */
export const DAY = /^\d{4}-\d{2}-\d{2}/;

export function isDay(value: unknown): value is string {
	return typeof value === 'string' && DAY.test(value);
}

/** The moment that a record is about, as text that starts with the day; undefined if it states none. */
export function readMoment(record: Record<string, unknown>): string | undefined {
	return MOMENT_FIELDS.map((name) => record[name]).find(isDay);
}

/** The field that contains the time of a row in an unknown format. */
export function findUnreadableTime(row: Record<string, unknown>): string | undefined {
	const stated = POINT_FIELDS.filter((name) => firstText(row[name]) !== undefined);
	return stated.some((name) => isDay(row[name])) ? undefined : stated[0];
}

/** Whether a field states when something was recorded rather than what. */
export function isMomentField(name: string): boolean {
	return (
		MOMENT_FIELDS.includes(name) ||
		/(?<!(^|_)(by|per))_(at|on|date)$|^(month|week|year|hour)$/.test(name)
	);
}

// reading(names of the fields of statistics)
/** Fields that contain the value of a metric that is named elsewhere. */
export const VALUES =
	/^(value|count|total|current|latest|newest|amount|current_value|latest_value)$/;
/** Names that group values without stating what is measured. */
const GROUPS =
	/^(accounts?|by_date|by_day|by_platform|counts|daily|data|days|destinations|engagement|entries|figures|history|insights|items|metrics?|platforms|points|posts|recorded|rows|series|statistics|stats|summary|time_series|timeseries|totals|values)$/;
/** Sections that describe figures. */
export const SECTIONS =
	/^(coverage|errors?|warnings?|notices?|freshness|timestamps|range|period|window|meta|pagination|links?)$/;
/** Fields that are not figures, even if they are null. */
const FACTS =
	/(^|_)(id|name|url|cursor)$|^(account|brand|post|platform|username|handle|text|title|label|type|key|unit|status|timezone|link|permalink|message|note|description|caption|from|to|start|end|since|until)$/;
/** Numbers that are not figures. */
export const NO_FIGURES =
	/(^|_)ids?$|^(page|pages|per_page|page_size|limit|offset|size|version|total_(count|items|pages))$|_days$/;
/** Metrics that do not add up, even if they are whole numbers. */
export const RATES = /(^|_)(average|avg|mean|median|percent|percentage|rate|ratio)(_|$)/;
export const LAST_KNOWN = /_?last_?known(_values?)?_?/i;

export function isPlainWord(name: string): boolean {
	return VALUES.test(name) || GROUPS.test(name);
}

/** Whether a name is that of a fact about figures: a time, a section, a description. */
export function isFactWord(name: string): boolean {
	return SECTIONS.test(name) || isMomentField(name) || FACTS.test(name);
}

/**
 * The name of a metric from the names that lead to its value; undefined if none of them is that of a metric.
 * `engagement.likes.total` is `likes`, `engagement.total` is `engagement`, `followers.last_known` is
 * `last_known_followers`.
 */
export function readMetricName(path: string[]): string | undefined {
	const words = path
		.map((word) => word.replace(LAST_KNOWN, ''))
		.filter((word) => word !== '' && !VALUES.test(word));
	const specific = words
		.filter((word) => !isPlainWord(word))
		.filter((word, index, all) => word !== all[index - 1]);
	const groups = words.includes('engagement') ? ['engagement'] : [];
	const named = specific.length > 0 ? specific : groups;
	if (named.length === 0) return undefined;
	return (path.some((word) => LAST_KNOWN.test(word)) ? 'last_known_' : '') + named.join('_');
}

/** A text that looks like the value of a metric: `12`, `1,234`, `1.2K`, `12 likes`. */
export function looksLikeFigure(name: string, value: unknown): boolean {
	if (typeof value !== 'string' || isFactWord(name)) return false;
	return /^[+-]?[.\d][\d.,'\s]*\p{L}*%?$/u.test(value.trim());
}

// reading(complaints and period of statistics)
export const COMPLAINTS = /(^|_)(errors?|warnings?|notices?)$/;
/** The first day of a window: joined windows start where the first one starts. */
export const STARTS = /^(start_date|from|start|since)$/;
/** The other fields that differ from window to window or from request to request, although they are about the same. */
const OTHERS = /^(end_date|to|end|until|as_of|refreshed_at|updated_at)$/;

/** Whether a field describes the window or the request rather than the subject. */
export function isOfWindow(name: string): boolean {
	return STARTS.test(name) || OTHERS.test(name);
}

/** Whether a record contains a series: a list, or values by day. */
export function holdsSeries(record: IDataObject): boolean {
	return Object.entries(record).some(
		([name, value]) =>
			DAY.test(name) ||
			(!SECTIONS.test(name) && (Array.isArray(value) || (isRecord(value) && holdsSeries(value)))),
	);
}
