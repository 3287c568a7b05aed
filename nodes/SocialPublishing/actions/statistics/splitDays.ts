import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { DAY_FIELDS } from './joinStatistics';

const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * One record a day, of a statistics record: the fields of the day, under the plain fields of what it belongs
 * to (account, platform). A record without any day comes back as it is.
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
		const own = { ...context, ...plainFields(value) };
		for (const [key, entry] of Object.entries(value)) {
			// Some services key the days by their date.
			if (DAY.test(key))
				yield { ...context, date: key, ...(isRecord(entry) ? entry : { [name]: entry }) };
			else yield* findDays(entry, own, key);
		}
	}
}

/** What says where a day belongs; counts, times and ranges of the whole record do not. */
function plainFields(record: IDataObject): IDataObject {
	const names = ['account_id', 'post_id', 'platform', 'brand_id', 'name'];
	return Object.fromEntries(
		names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]),
	);
}

function dayOf(entry: IDataObject): string | undefined {
	const values = DAY_FIELDS.map((field) => entry[field]);
	return values.find((value): value is string => typeof value === 'string' && DAY.test(value));
}
