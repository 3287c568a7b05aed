/** Fields that may contain the day of a row. */
export const DAY_FIELDS = ['date', 'day', 'recorded_on'];

/** Matches a text that starts with a day; a time may follow. */
export const DAY = /^\d{4}-\d{2}-\d{2}/;

export function isDay(value: unknown): value is string {
	return typeof value === 'string' && DAY.test(value);
}
