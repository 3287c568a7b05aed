import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { DAY_FIELDS } from './joinStatistics';

const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Splits a statistics record into one record per day: the fields of the day, and the fields that identify what it
 * belongs to (account, platform). A record without days is returned unchanged.
 */
export function splitDays(record: IDataObject): IDataObject[] {
	const days = [...findDays(record, {}, '')];
	return days.length > 0 ? days : [record];
}

function* findDays(value: unknown, context: IDataObject, name: string): Generator<IDataObject> {
	if (Array.isArray(value)) {
		for (const entry of value) {
			if (!isRecord(entry)) continue;
			if (dayOf(entry) === undefined) yield* findDays(entry, context, name);
			else yield { ...context, ...entry };
		}
	} else if (isRecord(value)) {
		const own = { ...context, ...identifyingFields(value) };
		for (const [key, entry] of Object.entries(value)) {
			// Some services use the dates as keys.
			if (DAY.test(key))
				yield { ...context, date: key, ...(isRecord(entry) ? entry : { [name]: entry }) };
			else yield* findDays(entry, own, key);
		}
	}
}

/** The fields that say what a day belongs to, without the counts, times and ranges of the whole record. */
function identifyingFields(record: IDataObject): IDataObject {
	const names = ['account_id', 'post_id', 'platform', 'brand_id', 'name'];
	return Object.fromEntries(
		names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]),
	);
}

function dayOf(entry: IDataObject): string | undefined {
	const values = DAY_FIELDS.map((field) => entry[field]);
	return values.find((value): value is string => typeof value === 'string' && DAY.test(value));
}
