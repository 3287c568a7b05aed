import type { INodeProperties } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { InputFailure } from '../shared/failure';
import { DateTime } from '../vendor/libraries';
import { dateTimeText, fullDateIn, parseDateTime, isTimeZone } from './dateTime';
import { dropdown } from './commonFields';
import type { Item } from './item';
import { readParameter, readText } from './parameters';

/** The minimum lead time that the service accepts. */
const MIN_LEAD_MS = 30_000;

export const scheduledAtProperty: INodeProperties = {
	displayName: 'Scheduled At',
	name: 'scheduledAt',
	type: 'dateTime',
	default: '',
	required: true,
	description:
		'When to publish the post, for example 2027-03-14T09:30. Must be at least 30 seconds from now. A time without an offset is in the timezone below.',
};

export const timezoneProperty = dropdown('getTimeZones', {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'options',
	default: '',
	description: 'The timezone in which the time is read and shown',
});

/**
 * The zone of the workflow. Only the editor knows it when it loads a list.
 *
 * n8n-workaround(2.39.10, n8n/src/services/dynamic-node-parameters.service.ts): the server makes a workflow without settings for a
 * list, so there `getTimezone` returns the zone of the instance.
 */
export const workflowZoneProperty: INodeProperties = {
	displayName: 'Workflow Timezone',
	name: 'workflowZone',
	type: 'hidden',
	default: '={{ $now.zoneName }}',
};

export const scheduleProperties: INodeProperties[] = [
	scheduledAtProperty,
	timezoneProperty,
	workflowZoneProperty,
];

export interface Schedule {
	/** ISO 8601 instant in UTC. */
	scheduled_at: string;
	/** IANA name. */
	timezone?: string;
}

/** Reads and checks the fields of a schedule, except for the lead time, which only a first attempt needs. */
export function readSchedule(item: Item): Schedule {
	const timezone = readTimezone(item);
	const value = readParameter(item, 'scheduledAt', '');
	const scheduled_at = toInstant(value, timezone, 'Scheduled At');
	return { scheduled_at, ...(isTimeZone(timezone) && { timezone }) };
}

/** The zone of the field, or else the workflow's. */
export function readTimezone(item: Item): string {
	const chosen = readText(item, 'timezone', 'Timezone').trim();
	if (chosen === '' || isTimeZone(chosen)) return chosen || item.functions.getTimezone();
	throw new InputFailure(
		`There is no timezone "${chosen}"`,
		'Use a name such as Europe/Berlin or America/New_York.',
	);
}

/** The time of a schedule in its zone: "24 December 2026, 09:00 (Europe/Berlin)". */
export function describeSchedule({ scheduled_at, timezone = 'UTC' }: Schedule): string {
	const time = DateTime.fromISO(scheduled_at, { zone: timezone, locale: 'en' });
	return `${time.toFormat('d LLLL yyyy, HH:mm')} (${timezone})`;
}

/**
 * Checks that a schedule is far enough ahead. Do not use it for a command that an earlier attempt may have sent in time.
 *
 * @param keptMs the time for which the post stays scheduled if the schedule is refused
 * @throws InputFailure if it is less than 30 seconds ahead
 */
export function checkLeadTime(schedule: Schedule, keptMs?: number): void {
	if (Date.parse(schedule.scheduled_at) >= clock.now() + MIN_LEAD_MS) return;
	const kept = keptMs === undefined ? '' : `, and the post ${describeKept(keptMs, schedule)}`;
	throw new InputFailure(
		`'Scheduled At' is ${describeSchedule(schedule)}: that is not at least 30 seconds ahead${kept}`,
		'Choose a later time, or publish the post now.',
	);
}

function describeKept(keptMs: number, schedule: Schedule): string {
	const time = describeSchedule({ ...schedule, scheduled_at: new Date(keptMs).toISOString() });
	return keptMs > clock.now() ? `still goes out on ${time}` : `is still scheduled for ${time}`;
}

/**
 * Converts a date-time from the editor or an expression to an instant in UTC.
 *
 * @param zone IANA time zone of a value without an offset
 * @throws InputFailure if the value is not a date-time or does not exist in the zone
 */
export function toInstant(value: unknown, zone: string, label: string): string {
	const advice = 'Use a format such as 2027-03-14T09:30:00.';
	const text = dateTimeText(value, label);
	if (text === undefined) throw new InputFailure(`'${label}' is not a date and time`, advice);
	if (text === '') throw new InputFailure(`'${label}' is empty`, advice);
	const read = parseDateTime(text, zone);
	if (read === undefined) {
		throw new InputFailure(`'${label}': "${text}" is not a valid date and time`, advice);
	}
	const { time } = read;
	const date = fullDateIn(read.text);
	if (date === undefined) {
		throw new InputFailure(`'${label}' is "${text}": that is not a full date`, advice);
	}
	// Nobody means midnight without saying so.
	if (date === read.text) {
		throw new InputFailure(
			`'${label}' is "${text}": that is a date without a time of day`,
			`Add the time, as in ${time.toFormat('yyyy-MM-dd')} 09:30.`,
		);
	}
	if (!isOnTheClock(read.text, time)) {
		throw new InputFailure(
			`${text} does not exist in ${time.zoneName}: the clocks skip that time`,
			'Choose another time.',
		);
	}
	// A time without an offset that occurs twice, when the clocks go back, means the first occurrence.
	const [first = time] = time.getPossibleOffsets();
	return new Date(first.toMillis()).toISOString();
}

/** Luxon shifts a local time that the clocks skip to one that exists, which then differs from the text. */
function isOnTheClock(text: string, time: DateTime): boolean {
	const [, hour, minute = '0'] = /[Tt ](\d{2}):?(\d{2})?/.exec(text) ?? [];
	return hour === undefined || (Number(hour) % 24 === time.hour && Number(minute) === time.minute);
}
