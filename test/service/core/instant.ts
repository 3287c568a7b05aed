import { DateTime, IANAZone } from 'luxon';

import { invalidField } from './errors';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Parses an ISO 8601 instant, which must have an offset, to milliseconds since 1970; throws 422 otherwise. */
export function instant(field: string, value: string): number {
	const time = INSTANT.test(value) ? DateTime.fromISO(value, { setZone: true }) : undefined;
	if (!time?.isValid) throw invalidField(field, 'is not an ISO 8601 instant with an offset');
	return time.toMillis();
}

/** Parses a calendar day (YYYY-MM-DD) to its start in UTC; throws 422 otherwise. */
export function day(field: string, value: string): DateTime {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(value)
		? DateTime.fromISO(value, { zone: 'utc' })
		: undefined;
	if (!time?.isValid) throw invalidField(field, 'is not a date of the form YYYY-MM-DD');
	return time;
}

/** Throws 422 if the time zone is not an IANA name; a bare offset is not. */
export function requireTimezone(field: string, value: string): void {
	if (/^[+-]\d/.test(value) || !IANAZone.isValidZone(value)) {
		throw invalidField(field, 'is not an IANA time zone name');
	}
}
