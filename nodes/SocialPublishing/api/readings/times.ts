import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, valuesOf } from '../../shared/json';
import { readDestinations, readScheduledAt, SCHEDULE_NAMES } from './post';

/** The times of all records. The service's description names none of them except `scheduled_at`. */

// reading(times of a record)
const CREATION_NAMES = ['created_at', 'createdAt', 'created'];

/** Of the end of a delivery: not of its creation or its schedule. */
const END_NAMES = [
	...['published_at', 'publishedAt', 'failed_at', 'finished_at', 'completed_at', 'ended_at'],
	...['attempted_at'],
];

/**
 * The times in the life of a record. `updated_at` is not one of them: it may change although nothing happens to the post,
 * for example when its statistics are refreshed.
 */
const LIFE_NAMES = [...CREATION_NAMES, ...SCHEDULE_NAMES, 'ready_at', ...END_NAMES];

/** Of an attempt at a webhook delivery. Other times count as well, except those of the next attempt. */
const ATTEMPT_NAMES = ['attempted_at', 'delivered_at', 'failed_at', 'completed_at', 'created_at'];
const OTHER_ATTEMPT_NAME = /^(?!next|retry|event).*(_at|time|timestamp)$|^at$/;

/** When a record was created, in milliseconds since 1970; undefined if unknown. */
export function readCreatedMs(record: IDataObject): number | undefined {
	return readTimes(record, CREATION_NAMES)[0];
}

/** When a post is to be published, in milliseconds since 1970; undefined if it is not scheduled. */
export function readScheduledMs(post: IDataObject): number | undefined {
	return readTimeMs(readScheduledAt(post));
}

/** When something last happened to a post or media item; undefined if it contains no time. */
export function readLatestMs(record: IDataObject): number | undefined {
	const holders = [record, readRecord(record.schedule), ...readDestinations(record)];
	return latestOf(holders, LIFE_NAMES);
}

/** When a delivery ended, in milliseconds since 1970; undefined if unknown. */
export function readEndedMs(destination: IDataObject): number | undefined {
	return latestOf([destination], END_NAMES);
}

/**
 * When a post went out or failed: when the first of its deliveries, or of the published parts of its threads, ended; in
 * milliseconds since 1970, undefined if unknown.
 */
export function readOutMs(post: IDataObject): number | undefined {
	const lists = valuesOf(post, ['destinations', 'thread_publications', 'delivery_history']);
	const records = lists.flat().filter(isRecord);
	const times = records.map(readEndedMs).filter((time) => time !== undefined);
	return times.length > 0 ? Math.min(...times) : readEndedMs(post);
}

/** When a delivery of an event was attempted, in milliseconds since 1970; undefined if unknown. */
export function readAttemptMs(delivery: IDataObject): number | undefined {
	const otherNames = Object.keys(delivery).filter((name) => OTHER_ATTEMPT_NAME.test(name));
	return readTimes(delivery, [...ATTEMPT_NAMES, ...otherNames])[0];
}

/** The latest time under these names in records and their outcomes. */
function latestOf(records: IDataObject[], names: string[]): number | undefined {
	const times = records
		.flatMap((record) => [record, readRecord(record.outcome)])
		.flatMap((holder) => readTimes(holder, names));
	return times.length === 0 ? undefined : Math.max(...times);
}

function readTimes(record: IDataObject, names: string[]): number[] {
	return valuesOf(record, names)
		.map(readTimeMs)
		.filter((time) => time !== undefined);
}

/** A time in milliseconds since 1970: a date, or a number of seconds or milliseconds, which may be a text. */
function readTimeMs(value: unknown): number | undefined {
	const text = firstText(value) ?? '';
	// A text of four digits is a year.
	const isNumber = typeof value === 'number' || /^\d{9,}(\.\d+)?$/.test(text);
	// A time without an offset is in UTC, whatever the time zone of the machine.
	const date = LOCAL_TIME.test(text) ? `${text}Z` : text;
	const timeMs = isNumber ? readTimestampMs(Number(text)) : Date.parse(date);
	return timeMs > 0 ? timeMs : undefined;
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** As seconds, larger numbers would be 3,000 years ahead. As milliseconds, smaller numbers are durations. */
const MIN_MILLISECOND_TIMESTAMP = 100_000_000_000;

function readTimestampMs(timestamp: number): number {
	const timeMs = timestamp * unitMsOf(timestamp);
	return timeMs < MIN_MILLISECOND_TIMESTAMP ? Number.NaN : timeMs;
}

/** The unit of a Unix timestamp, in milliseconds. */
export function unitMsOf(timestamp: number): 1 | 1_000 {
	// reading(form of a time): a date, with or without an offset, or seconds or milliseconds
	return timestamp < MIN_MILLISECOND_TIMESTAMP ? 1_000 : 1;
}
