import { InputFailure } from '../shared/failure';
import { DateTime } from '../vendor/libraries';
import { dateTimeText, fullDateIn, parseDateTime } from './dateTime';

/** The calendar day of a moment in UTC, where every day has a midnight and 24 hours. */
export function asDay(moment: DateTime): DateTime {
	return DateTime.utc(moment.year, moment.month, moment.day);
}

/** YYYY-MM-DD. */
export function dayOf(date: DateTime): string {
	return date.toFormat('yyyy-MM-dd');
}

/**
 * Reads a day from a date, or from a date and time in the zone.
 *
 * @returns undefined if the field is empty
 * @throws InputFailure if it is not a date
 */
export function readDay(value: unknown, label: string, zone: string): DateTime | undefined {
	const text = dateTimeText(value, label) ?? '';
	if (text === '') return undefined;
	const read = parseDateTime(text, zone);
	if (read !== undefined && fullDateIn(read.text) !== undefined) {
		return asDay(read.time.setZone(zone));
	}
	throw new InputFailure(
		`'${label}' "${text}" is not a valid date`,
		'Use a format such as 2027-03-14.',
	);
}

/** When a day begins in a zone, in milliseconds since 1970. The clocks may skip or repeat midnight. */
export function startOfDayMs({ year, month, day }: DateTime, zone: string): number {
	const midnight = DateTime.fromObject({ year, month, day }, { zone });
	return (midnight.getPossibleOffsets()[0] ?? midnight).toMillis();
}
