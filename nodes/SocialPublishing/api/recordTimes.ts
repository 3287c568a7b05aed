import type { IDataObject } from 'n8n-workflow';

import { readRecord } from '../shared/json';
import { readDestinations } from './postRecords';

const CREATION_NAMES = ['created_at', 'createdAt', 'created'];

/** The times at which a delivery ends; those at which it was made or is due tell nothing about that. */
const END_NAMES = [
	...['published_at', 'publishedAt', 'failed_at', 'finished_at', 'completed_at', 'ended_at'],
	...['attempted_at'],
];

/**
 * The times of a record's own life. `updated_at` is none of them: it may move without anything happening to the post,
 * for example when its statistics are refreshed.
 */
const LIFE_NAMES = [
	...CREATION_NAMES,
	...['scheduled_at', 'scheduledAt', 'publish_at', 'ready_at'],
	...END_NAMES,
];

/** In seconds, numbers from here on would be 3,000 years off. */
const MIN_MILLISECOND_TIMESTAMP = 100_000_000_000;

/** When a record was created, in milliseconds since 1970; undefined where it does not tell. */
export function readCreatedMs(record: IDataObject): number | undefined {
	return readTimes(record, CREATION_NAMES)[0];
}

/** When something last happened to a post or media item; undefined where it tells no time at all. */
export function readLatestMs(record: IDataObject): number | undefined {
	return latestOf([record, ...readDestinations(record)], LIFE_NAMES);
}

/** When a delivery ended, in milliseconds since 1970; undefined where its record does not tell. */
export function readEndedMs(destination: IDataObject): number | undefined {
	return latestOf([destination], END_NAMES);
}

/** The latest of the times that records and their outcomes tell under these names. */
function latestOf(records: IDataObject[], names: string[]): number | undefined {
	const times = records
		.flatMap((record) => [record, readRecord(record.outcome)])
		.flatMap((holder) => readTimes(holder, names));
	return times.length === 0 ? undefined : Math.max(...times);
}

function readTimes(record: IDataObject, names: string[]): number[] {
	return names.map((name) => readTimeMs(record[name])).filter((time) => time !== undefined);
}

function readTimeMs(value: unknown): number | undefined {
	if (typeof value === 'number' && value > 0) {
		return value < MIN_MILLISECOND_TIMESTAMP ? value * 1_000 : value;
	}
	const timeMs = typeof value === 'string' ? Date.parse(value) : NaN;
	return timeMs > 0 ? timeMs : undefined;
}
