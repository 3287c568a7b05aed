import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';

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

// reading(days of a series): the list next to the lists of their values
const LIST_OF_MOMENTS = /^(dates?|days?|times?|timestamps?|ts|labels)$/;

/** Matches a text that starts with a day; a time may follow. */
export const DAY = /^\d{4}-\d{2}-\d{2}/;
const COMPACT_DAY = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

export function isDay(value: unknown): value is string {
	return typeof value === 'string' && DAY.test(value);
}

/** A moment as text that starts with the day; undefined for a value that is not certainly a moment. */
export function toMoment(value: unknown): string | undefined {
	const text = firstText(value) ?? '';
	if (DAY.test(text)) return text;
	const [, year, month, day] = COMPACT_DAY.exec(text) ?? [];
	return year === undefined ? unixMoment(text) : `${year}-${month}-${day}`;
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

/** Pairs each value with its day if the record has a list of days next to lists of values. Other records stay unchanged. */
export function pairColumns(record: IDataObject): IDataObject {
	for (const [nameOfDays, list] of Object.entries(record)) {
		const days = Array.isArray(list) ? toMoments(nameOfDays, list) : undefined;
		if (days === undefined) continue;
		const others = Object.entries(record).filter(([name]) => name !== nameOfDays);
		return Object.fromEntries(others.map(([name, value]) => [name, pairWith(days, value)]));
	}
	return record;
}

function toMoments(name: string, list: unknown[]): string[] | undefined {
	const moments = list.flatMap((value) => toMoment(value) ?? []);
	const isOfMoments = list.every(isDay) || LIST_OF_MOMENTS.test(name);
	return list.length > 0 && isOfMoments && moments.length === list.length ? moments : undefined;
}

function pairWith(days: string[], value: IDataObject[string]): IDataObject[string] {
	if (!Array.isArray(value) || value.length !== days.length) return value;
	return value.map((entry: unknown, index) => (isRecord(entry) ? entry : [days[index], entry]));
}

/** Returns a function that reads a key of the record as the moment of its value; undefined for any other key. */
export function readKeys(record: Record<string, unknown>): (key: string) => string | undefined {
	const keys = Object.keys(record);
	const timesMs = keys.map((key) => Date.parse(unixMoment(key) ?? ''));
	const [firstMs = Number.NaN] = timesMs;
	// Other numbers, such as IDs, are not whole hours apart.
	const areTimes = keys.length > 1 && timesMs.every((timeMs) => (timeMs - firstMs) % HOUR_MS === 0);
	return (key) => (areTimes || DAY.test(key) ? toMoment(key) : undefined);
}

const HOUR_MS = 3_600_000;

/** Whether a field states when something was recorded rather than what. */
export function isMomentField(name: string): boolean {
	// reading(time of a figure): any name that ends like one
	return MOMENT_FIELDS.includes(name) || /_(at|on|date)$|^(month|week|year|hour)$/.test(name);
}
