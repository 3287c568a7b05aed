import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../actions/operation';
import { readParameter, asText } from '../actions/parameters';
import { clock } from '../transport/clock';
import { InputFailure } from '../transport/failure';
import { DateTime } from '../vendor/luxon';

/** The service gives at most this many days at once, both ends counted. */
const LONGEST_WINDOW_DAYS = 365;

export const dateRangeProperties: INodeProperties[] = [
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		description: 'The first day of the followers to read. Any span is possible.',
	},
	{
		displayName: 'End Date',
		name: 'endDate',
		type: 'dateTime',
		default: '',
		description: 'The last day of the followers to read',
	},
];

/** Days as YYYY-MM-DD, both included; what is undefined is left to the service. */
export interface DateWindow {
	start_date?: string;
	end_date?: string;
}

/** The range of the node's fields in windows that the service takes, oldest first. */
export function readDateWindows(item: Item): DateWindow[] {
	const zone = item.functions.getTimezone();
	const start = readDay(readParameter(item, 'startDate', ''), 'Start Date', zone);
	const end = readDay(readParameter(item, 'endDate', ''), 'End Date', zone);
	return toWindows(start, end, DateTime.fromMillis(clock.now(), { zone }).startOf('day'));
}

/**
 * Cuts a range into windows that follow each other without a gap and without a common day. Pure.
 *
 * @throws InputFailure when the range is the wrong way round
 */
export function toWindows(
	start: DateTime | undefined,
	end: DateTime | undefined,
	today: DateTime,
): DateWindow[] {
	if (start === undefined) return [end === undefined ? {} : { end_date: dayOf(end) }];
	if (end !== undefined && end < start) {
		throw new InputFailure('The End Date is before the Start Date');
	}
	const last = end ?? today;
	if (daysBetween(start, last) <= LONGEST_WINDOW_DAYS) {
		return [{ start_date: dayOf(start), ...(end && { end_date: dayOf(end) }) }];
	}
	const windows: DateWindow[] = [];
	for (let first = start; first <= last; first = first.plus({ days: LONGEST_WINDOW_DAYS })) {
		const windowEnd = DateTime.min(first.plus({ days: LONGEST_WINDOW_DAYS - 1 }), last);
		windows.push({ start_date: dayOf(first), end_date: dayOf(windowEnd) });
	}
	return windows;
}

/** Whole days, both ends counted; a day that the clocks make longer or shorter is one day. */
function daysBetween(start: DateTime, end: DateTime): number {
	return Math.round(end.diff(start, 'days').days) + 1;
}

function dayOf(date: DateTime): string {
	return date.toFormat('yyyy-MM-dd');
}

function readDay(value: unknown, label: string, zone: string): DateTime | undefined {
	const isLuxon = typeof value === 'object' && value !== null && 'toISO' in value;
	const text = isLuxon || value instanceof Date ? JSON.parse(JSON.stringify(value)) : value;
	const trimmed = asText(text, label).trim();
	if (trimmed === '') return undefined;
	for (const read of [DateTime.fromISO, DateTime.fromSQL]) {
		const date = read(trimmed, { zone });
		if (date.isValid) return date.startOf('day');
	}
	throw new InputFailure(
		`${label} "${trimmed}" is not a date that exists`,
		'Use a form such as 2027-03-14. Nothing was sent.',
	);
}
