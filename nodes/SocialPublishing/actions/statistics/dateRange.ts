import type { INodeProperties } from 'n8n-workflow';

import { dateTimeText, parseDateTime } from '../../properties/dateTime';
import type { Item } from '../../properties/item';
import { readParameter } from '../../properties/parameters';
import { clock } from '../../shared/clock';
import { InputFailure } from '../../shared/failure';
import { DateTime } from '../../vendor/luxon';

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
	return toWindows(start, end, asDay(DateTime.fromMillis(clock.now(), { zone })));
}

/**
 * Cuts a range into windows that follow each other without a gap and without a common day. Pure.
 *
 * @param today where a range without an end ends
 * @throws InputFailure when the range is the wrong way round
 */
export function toWindows(
	start: DateTime | undefined,
	end: DateTime | undefined,
	today: DateTime,
): DateWindow[] {
	if (start === undefined) return [end === undefined ? {} : { end_date: dayOf(end) }];
	const last = end ?? today;
	if (last < start) {
		throw new InputFailure(
			end === undefined
				? 'The Start Date is in the future'
				: 'The End Date is before the Start Date',
		);
	}
	const windows: DateWindow[] = [];
	for (let first = start; first <= last; first = first.plus({ days: LONGEST_WINDOW_DAYS })) {
		const windowEnd = DateTime.min(first.plus({ days: LONGEST_WINDOW_DAYS - 1 }), last);
		windows.push({ start_date: dayOf(first), end_date: dayOf(windowEnd) });
	}
	return windows;
}

/** The day of a moment, in UTC, where every day has a midnight and 24 hours. */
function asDay(moment: DateTime): DateTime {
	return DateTime.utc(moment.year, moment.month, moment.day);
}

function dayOf(date: DateTime): string {
	return date.toFormat('yyyy-MM-dd');
}

function readDay(value: unknown, label: string, zone: string): DateTime | undefined {
	const text = dateTimeText(value, label) ?? '';
	if (text === '') return undefined;
	const date = parseDateTime(text, zone);
	if (date !== undefined) return asDay(date.setZone(zone));
	throw new InputFailure(
		`${label} "${text}" is not a date that exists`,
		'Use a form such as 2027-03-14. Nothing was sent.',
	);
}
