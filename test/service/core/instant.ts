import { DateTime, IANAZone } from 'luxon';

import { invalidField } from './errors';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970 of an ISO 8601 instant, which must carry its offset; else 422. */
export function instant(field: string, value: string): number {
	const time = INSTANT.test(value) ? DateTime.fromISO(value, { setZone: true }) : undefined;
	if (!time?.isValid) throw invalidField(field, 'is not an ISO 8601 instant with an offset');
	return time.toMillis();
}

/** Start of a calendar day (YYYY-MM-DD) in UTC; else 422. */
export function day(field: string, value: string): DateTime {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(value)
		? DateTime.fromISO(value, { zone: 'utc' })
		: undefined;
	if (!time?.isValid) throw invalidField(field, 'is not a date of the form YYYY-MM-DD');
	return time;
}

/** Refuses a time zone that is not an IANA name; bare offsets are none. */
export function requireTimezone(field: string, value: string): void {
	if (/^[+-]\d/.test(value) || !IANAZone.isValidZone(value)) {
		throw invalidField(field, 'is not an IANA time zone name');
	}
}
