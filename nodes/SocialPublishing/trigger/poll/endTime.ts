import type { IDataObject } from 'n8n-workflow';

import { readLatestMs } from '../../api/recordTimes';
import { readRecord } from '../../shared/json';

/** The times at which a delivery ends; those at which it was made or is due tell nothing about that. */
const NAMES = [
	'published_at',
	'publishedAt',
	'failed_at',
	'finished_at',
	'completed_at',
	'ended_at',
	'attempted_at',
];

/** When a delivery ended, in milliseconds since 1970; undefined where its record does not tell. */
export function readEndedMs(destination: IDataObject): number | undefined {
	const pick = (holder: IDataObject) =>
		Object.fromEntries(NAMES.map((name) => [name, holder[name]]));
	return readLatestMs({ ...pick(destination), outcome: pick(readRecord(destination.outcome)) });
}
