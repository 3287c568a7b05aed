import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { isRecord, readRecord } from '../shared/json';
import type { Item } from './item';
import { asChoice, readCollection, readIds, readParameter } from './parameters';
import { readTimezone, scheduledAtProperty, scheduleProperties } from './schedule';
import type { Timetable, WeeklySlot } from './slotTimes';
import { isTimeZone } from './dateTime';

/** The weekdays in order: the first is 1. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DEFAULT_DAYS_AHEAD = 60;
const MAX_DAYS_AHEAD = 730;

const scheduleModeProperty: INodeProperties = {
	displayName: 'When',
	name: 'scheduleMode',
	type: 'options',
	options: [
		{
			name: 'At a Set Time',
			value: 'time',
			description: 'The post goes out at the time you enter',
		},
		{
			name: 'In the Next Free Slot',
			value: 'nextSlot',
			description:
				'The post goes out in the first slot in which none of its accounts has a scheduled post',
		},
	],
	default: 'time',
	description: 'How the time is chosen',
};

export const slotsProperty: INodeProperties = {
	displayName: 'Slots',
	name: 'slots',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Slot',
	default: {},
	description: 'The weekly times at which posts may be published, in the timezone below',
	options: [
		{
			displayName: 'Slot',
			name: 'slot',
			values: [
				{
					displayName: 'Weekdays',
					name: 'weekdays',
					type: 'multiOptions',
					options: WEEKDAYS.map((name) => ({ name, value: name.toLowerCase() })),
					default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
					description: 'The days on which these times apply',
				},
				{
					displayName: 'Times',
					name: 'times',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '09:00',
					placeholder: 'e.g. 09:00, 17:30',
					description: '24-hour times, one per line or separated by commas',
				},
			],
		},
	],
};

export const slotsDaysAheadOption: INodeProperties = {
	displayName: 'Days to Search for a Slot',
	name: 'slotsDaysAhead',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_DAYS_AHEAD },
	default: DEFAULT_DAYS_AHEAD,
	description:
		'How many days after today to search for a free slot. If none is free, the item fails and nothing is sent for it.',
};

/**
 * The fields of a schedule, for a set time or for the next free slot.
 *
 * @param conditions values of other fields on which they depend
 */
export function newScheduleProperties(conditions: Record<string, string[]>): INodeProperties[] {
	// The mode comes first: n8n shows a field, and demands a value, as soon as a condition is an expression.
	const inMode = (mode: string) => ({ show: { scheduleMode: [mode], ...conditions } });
	const others = scheduleProperties.filter((property) => property !== scheduledAtProperty);
	return [
		{ ...scheduleModeProperty, displayOptions: { show: conditions } },
		{ ...scheduledAtProperty, displayOptions: inMode('time') },
		{ ...slotsProperty, displayOptions: inMode('nextSlot') },
		...others.map((property) => ({ ...property, displayOptions: { show: conditions } })),
	];
}

/** Whether a schedule is for the next free slot rather than for a set time. */
export function isForNextSlot(item: Item): boolean {
	const mode = readParameter(item, 'scheduleMode', 'time');
	return asChoice(mode, ['time', 'nextSlot'], 'When') === 'nextSlot';
}

/** @throws InputFailure if there is no slot, or one that never occurs */
export function readTimetable(item: Item): Timetable {
	const slots = readSlots(readParameter(item, 'slots', {}));
	return { slots, timezone: readValidTimezone(item), daysAhead: readDaysAhead(item) };
}

/** @throws InputFailure if there is no slot, or one that never occurs */
export function readSlots(value: unknown): WeeklySlot[] {
	const rows = readRows(value);
	if (rows.length === 0) {
		throw new InputFailure('There are no slots', 'Add at least one: weekdays, and times of day.');
	}
	return rows.flatMap((row, index) => readRow(row, rows.length > 1 ? ` ${index + 1}` : ''));
}

function readRows(value: unknown): IDataObject[] {
	const rows: unknown = readRecord(value).slot;
	return [rows ?? []].flat().map((row: unknown) => {
		if (isRecord(row)) return row;
		throw new InputFailure("'Slots' must be a list of objects with weekdays and times");
	});
}

function readRow({ weekdays, times }: IDataObject, number: string): WeeklySlot[] {
	const days = readTexts(weekdays, 'Weekdays').map(readWeekday);
	const hours = readTexts(times, 'Times').map(readTime);
	if (days.length === 0) {
		throw new InputFailure(`Slot${number} has no weekday`, 'Choose at least one.');
	}
	if (hours.length === 0) {
		throw new InputFailure(`Slot${number} has no time`, 'Enter at least one, such as 09:00.');
	}
	return days.flatMap((weekday) => hours.map((time) => ({ weekday, ...time })));
}

/** A list, or a text with commas or lines between its entries. */
function readTexts(value: unknown, label: string): string[] {
	// JSON may have lines, too.
	const isLines = typeof value === 'string' && !value.trim().startsWith('[');
	return readIds(isLines ? value.replace(/[\r\n]+/g, ',') : value, label);
}

function readWeekday(text: string): number {
	const index = WEEKDAYS.findIndex((name) => name.toLowerCase() === text.toLowerCase());
	if (index >= 0) return index + 1;
	throw new InputFailure(`"${text}" is not a weekday`, 'Use monday, tuesday, and so on.');
}

function readTime(text: string): Pick<WeeklySlot, 'hour' | 'minute'> {
	const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
	const time = { hour: Number(hour), minute: Number(minute) };
	if (time.hour < 24 && time.minute < 60) return time;
	throw new InputFailure(
		`"${text}" is not a time of day`,
		'Use 24-hour times from 00:00 to 23:59, one per line or separated by commas.',
	);
}

/** @throws InputFailure if the chosen zone does not exist, or the workflow has none */
export function readValidTimezone(item: Item): string {
	const timezone = readTimezone(item);
	if (isTimeZone(timezone)) return timezone;
	throw new InputFailure('The workflow has no valid timezone', "Choose one in 'Timezone'.");
}

function readDaysAhead(item: Item): number {
	const days = Number(readCollection(item, 'options').slotsDaysAhead ?? DEFAULT_DAYS_AHEAD);
	if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS_AHEAD) return days;
	throw new InputFailure(
		`'Days to Search for a Slot' must be a whole number from 1 to ${MAX_DAYS_AHEAD}`,
	);
}
