import { firstText } from '../../../shared/json';

// reading(day of a figure)
/** Fields that may contain the day of a row. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on', 'recorded_date'];

// reading(time of a figure)
/** Fields that may contain the time of a record, the most specific first. */
const MOMENT_FIELDS = [
	...DAY_FIELDS,
	'recorded_at',
	'captured_at',
	'collected_at',
	'measured_at',
	...['timestamp', 'datetime', 'time', 'ts', 't', 'end_time'],
	'as_of',
	'refreshed_at',
	'updated_at',
];

/** Matches a text that starts with a day; a time may follow. */
export const DAY = /^\d{4}-\d{2}-\d{2}/;

export function isDay(value: unknown): value is string {
	return typeof value === 'string' && DAY.test(value);
}

/** A moment as text that starts with the day; undefined for a value that is not certainly a moment. */
export function toMoment(value: unknown): string | undefined {
	const text = firstText(value) ?? '';
	return DAY.test(text) ? text : unixMoment(text);
}

/** A number outside these years may be anything. */
const FIRST_MS = Date.UTC(2000, 0);
const END_MS = Date.UTC(2100, 0);

// reading(unit of a timestamp): seconds or milliseconds; no number is a time of these years in both
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
	// reading(time of a figure): any name that ends like one
	return MOMENT_FIELDS.includes(name) || /_(at|on|date)$|^(month|week|year|hour)$/.test(name);
}
