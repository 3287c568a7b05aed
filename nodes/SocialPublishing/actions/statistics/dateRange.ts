import type { INodeProperties } from 'n8n-workflow';

import { dayAt, dayOf, readDay } from '../../properties/dateTime';
import type { Item } from '../../properties/item';
import { readParameter, readText } from '../../properties/parameters';
import { clock } from '../../shared/clock';
import { InputFailure } from '../../shared/failure';
import { DateTime } from '../../vendor/libraries';

/** The most days that the service returns per request, counting both ends. */
const MAX_WINDOW_DAYS = 365;

const DAYS_OF_PERIOD = new Map([
	['last7Days', 7],
	['last30Days', 30],
]);
const DEFAULT_PERIOD = 'last30Days';

const onlyCustom = { show: { period: ['custom'] } };

export const periodProperties: INodeProperties[] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		options: [
			{ name: 'Last 7 Days', value: 'last7Days', description: 'Up to and including today' },
			{ name: 'Last 30 Days', value: 'last30Days', description: 'Up to and including today' },
			{ name: 'Custom', value: 'custom', description: 'From a start date to an end date' },
		],
		default: DEFAULT_PERIOD,
		description: 'Which days of follower statistics to read',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		displayOptions: onlyCustom,
		description:
			'The first day of follower statistics to read. If empty, the service chooses it. The range can have any length.',
	},
	{
		displayName: 'End Date',
		name: 'endDate',
		type: 'dateTime',
		default: '',
		displayOptions: onlyCustom,
		description:
			'The last day of follower statistics to read. If only this date is empty, the range ends today.',
	},
];

/** Days as YYYY-MM-DD, both inclusive. The service chooses a day that is undefined. */
export interface DateWindow {
	start_date?: string;
	end_date?: string;
}

/** Splits the period of the node's fields into windows that the service accepts, oldest first. */
export function readDateWindows(item: Item): DateWindow[] {
	const zone = item.functions.getTimezone();
	const today = dayAt(clock.now(), zone);
	const period = readText(item, 'period', 'Period') || DEFAULT_PERIOD;
	const days = DAYS_OF_PERIOD.get(period);
	if (days !== undefined) return toWindows(today.minus({ days: days - 1 }), today, today);
	if (period !== 'custom') {
		throw new InputFailure("'Period' must be last7Days, last30Days or custom");
	}
	const start = readDay(readParameter(item, 'startDate', ''), 'Start Date', zone);
	const end = readDay(readParameter(item, 'endDate', ''), 'End Date', zone);
	return toWindows(start, end, today);
}

/**
 * Splits a range into consecutive windows without gaps or overlaps. Pure.
 *
 * @param today the last day of a range without an end
 * @throws InputFailure if the range ends before it starts
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
			end === undefined ? "'Start Date' is in the future" : "'End Date' is before 'Start Date'",
		);
	}
	const windows: DateWindow[] = [];
	for (let first = start; first <= last; first = first.plus({ days: MAX_WINDOW_DAYS })) {
		const windowEnd = DateTime.min(first.plus({ days: MAX_WINDOW_DAYS - 1 }), last);
		windows.push({ start_date: dayOf(first), end_date: dayOf(windowEnd) });
	}
	return windows;
}
