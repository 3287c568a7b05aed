import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { DAY, DAY_FIELDS, isDay } from './days';

/** Names that say nothing about what is measured. */
const PLAIN_NAMES = new Set([
	'accounts',
	'posts',
	'destinations',
	'statistics',
	'days',
	'daily',
	'by_day',
	'items',
	'values',
	'data',
	'series',
	'points',
	'entries',
	'rows',
	'history',
]);

/** Fields that say what a row belongs to, without the counts, times and ranges of the whole record. */
const IDENTIFYING_FIELDS = [
	'id',
	'account_id',
	'post_id',
	'destination_id',
	'platform',
	'brand_id',
	'name',
	'metric',
];

/**
 * Splits a statistics record into one record per day: the fields of the day, the fields that identify what it belongs to
 * (account, platform), and `metric`, the name of the list it comes from. A record without days is returned unchanged.
 */
export function splitDays(record: IDataObject): IDataObject[] {
	const days = [...findDays(record, {}, undefined)];
	return days.length > 0 ? days : [record];
}

/** @param metric the closest name above `value` that says what is measured */
function* findDays(
	value: unknown,
	context: IDataObject,
	metric: string | undefined,
): Generator<IDataObject> {
	if (Array.isArray(value)) {
		for (const entry of value) {
			if (!isRecord(entry)) continue;
			if (hasDay(entry)) yield toRow(entry, context, metric);
			else yield* findDays(entry, context, metric);
		}
	} else if (isRecord(value)) {
		const own = { ...context, ...identifyingFields(value) };
		for (const [name, entry] of Object.entries(value)) {
			// Some services use the dates as keys.
			if (!DAY.test(name)) yield* findDays(entry, own, PLAIN_NAMES.has(name) ? metric : name);
			else if (isRecord(entry)) yield toRow({ date: name, ...entry }, own, metric);
			else yield { ...own, date: name, [metric ?? 'value']: entry };
		}
	}
}

function toRow(entry: IDataObject, context: IDataObject, metric: string | undefined): IDataObject {
	return { ...(metric !== undefined && { metric }), ...context, ...entry };
}

function identifyingFields(record: IDataObject): IDataObject {
	return Object.fromEntries(
		IDENTIFYING_FIELDS.filter((name) => record[name] !== undefined).map((name) => [
			name,
			record[name],
		]),
	);
}

function hasDay(row: IDataObject): boolean {
	return DAY_FIELDS.some((field) => isDay(row[field]));
}
