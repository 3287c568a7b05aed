import type { INodeProperties } from 'n8n-workflow';

import { dropdown, filtersProperty, optionsCollection } from '../../../properties/commonFields';
import { dayAt, readDay } from '../../../properties/dateTime';
import type { Item } from '../../../properties/item';
import { workspaceLocator } from '../../../properties/locators';
import { asChoice, readCollection, readParameter, readText } from '../../../properties/parameters';
import { timezoneProperty, workflowZoneProperty } from '../../../properties/schedule';
import { readSlots, readValidTimezone, slotsProperty } from '../../../properties/slots';
import type { WeeklySlot } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { InputFailure } from '../../../shared/failure';
import type { DateTime } from '../../../vendor/libraries';

const MAX_DAYS = 366;
const DEFAULT_PERIOD = 'thisMonth';

const periodProperty: INodeProperties = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Custom', value: 'custom', description: 'From a start date to an end date' },
		{ name: 'Next 30 Days', value: 'next30Days', description: 'Starting today' },
		{ name: 'Next 7 Days', value: 'next7Days', description: 'Starting today' },
		{ name: 'This Month', value: 'thisMonth', description: 'From the first to the last day' },
		{ name: 'This Week', value: 'thisWeek', description: 'From Monday to Sunday' },
	],
	default: DEFAULT_PERIOD,
	description: 'The days that the calendar shows',
};

const dateProperty = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	required: true,
	displayOptions: { show: { period: ['custom'] } },
	description,
});

const returnProperty: INodeProperties = {
	displayName: 'Return',
	name: 'return',
	type: 'options',
	options: [
		{
			name: 'Per Day',
			value: 'perDay',
			description:
				'One item per day, with its posts and the accounts without a post, for example to find empty days',
		},
		{
			name: 'Page',
			value: 'page',
			description:
				'One item with a web page that shows the calendar, for example for Respond to Webhook',
		},
		{
			name: 'Feed',
			value: 'feed',
			description: 'One item with a calendar file, for example for Respond to Webhook',
		},
	],
	default: 'perDay',
	description: 'What the output contains',
};

const accountsFilter = dropdown('getAccounts', {
	displayName: 'Accounts',
	name: 'accountIds',
	type: 'multiOptions',
	default: [],
	description:
		'Show only these accounts and their posts. An expression can return their names or IDs.',
});

export const calendarProperties: INodeProperties[] = [
	workspaceLocator,
	periodProperty,
	dateProperty('Start Date', 'startDate', 'The first day of the calendar'),
	dateProperty('End Date', 'endDate', 'The last day of the calendar, at most 366 days in all'),
	{ ...timezoneProperty, description: 'The timezone in which days begin and times are shown' },
	workflowZoneProperty,
	returnProperty,
	{ ...filtersProperty, options: [accountsFilter, ...(filtersProperty.options ?? [])] },
	optionsCollection([
		{
			...slotsProperty,
			description:
				'The weekly times to check. Each day then lists those at which none of the accounts has a scheduled post.',
		},
	]),
];

/** What the user asks for. Days are in UTC, where every day has a midnight. */
export interface CalendarRequest {
	first: DateTime;
	last: DateTime;
	/** IANA name. */
	zone: string;
	form: 'perDay' | 'page' | 'feed';
	/** Undefined if free slots are not asked for. */
	slots: WeeklySlot[] | undefined;
}

/** @throws InputFailure for an unknown zone or choice, and for a period that cannot be shown */
export function readCalendarRequest(item: Item): CalendarRequest {
	const zone = readValidTimezone(item);
	const period = readPeriod(item, zone);
	const chosen = readText(item, 'return', 'Return') || 'perDay';
	const form = asChoice(chosen, ['perDay', 'page', 'feed'], 'Return');
	const { slots } = readCollection(item, 'options');
	return { ...period, zone, form, slots: slots === undefined ? undefined : readSlots(slots) };
}

function readPeriod(item: Item, zone: string): Pick<CalendarRequest, 'first' | 'last'> {
	const today = dayAt(clock.now(), zone);
	switch (readText(item, 'period', 'Period') || DEFAULT_PERIOD) {
		case 'thisWeek':
			return { first: today.startOf('week'), last: today.startOf('week').plus({ days: 6 }) };
		case 'thisMonth':
			return { first: today.startOf('month'), last: today.endOf('month').startOf('day') };
		case 'next7Days':
			return { first: today, last: today.plus({ days: 6 }) };
		case 'next30Days':
			return { first: today, last: today.plus({ days: 29 }) };
		case 'custom':
			return readCustomPeriod(item, zone);
		default:
			throw new InputFailure(
				"'Period' must be thisWeek, thisMonth, next7Days, next30Days or custom",
			);
	}
}

function readCustomPeriod(item: Item, zone: string): Pick<CalendarRequest, 'first' | 'last'> {
	const read = (name: string, label: string) => {
		const day = readDay(readParameter(item, name, ''), label, zone);
		if (day !== undefined) return day;
		throw new InputFailure(`'${label}' is empty`, 'Enter a date such as 2027-03-14.');
	};
	const first = read('startDate', 'Start Date');
	const last = read('endDate', 'End Date');
	const days = last.diff(first, 'days').days + 1;
	if (days < 1) throw new InputFailure("'End Date' is before 'Start Date'");
	if (days <= MAX_DAYS) return { first, last };
	throw new InputFailure(
		`The period has ${days} days`,
		`Choose an 'End Date' at most ${MAX_DAYS} days from the 'Start Date', both included.`,
	);
}
