import { firstText } from '../../../shared/json';

// reading(day of a figure)
/** Fields that may contain the day of a row. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on'];

// reading(time of a figure)
/** Fields that may contain the moment of which a record tells, the most telling first. */
const MOMENT_FIELDS = [
	...DAY_FIELDS,
	'recorded_at',
	'captured_at',
	'collected_at',
	'measured_at',
	'timestamp',
	'as_of',
	'refreshed_at',
	'updated_at',
];

/** Matches a text that starts with a day; a time may follow. */
export const DAY = /^\d{4}-\d{2}-\d{2}/;

export function isDay(value: unknown): value is string {
	return typeof value === 'string' && DAY.test(value);
}

/** The moment that a record tells of, as it states it; undefined where it states none. */
export function readMoment(record: Record<string, unknown>): string | undefined {
	return MOMENT_FIELDS.map((name) => firstText(record[name])).find(isDay);
}

/** Whether a field says when something was recorded rather than what. */
export function isMomentField(name: string): boolean {
	// reading(time of a figure): any name that ends like one
	return MOMENT_FIELDS.includes(name) || /_(at|on|date)$|^(time|month|week|year|hour)$/.test(name);
}
