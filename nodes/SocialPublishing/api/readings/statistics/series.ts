import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../shared/json';
import { isCoverage } from './complaints';
import { DAY, isDay } from './days';
import { isLastKnown } from './words';

// reading(period of statistics)
/** Fields with the first day of a window: the joined record starts where the first window starts. */
export const START_FIELDS = new Set(['start_date', 'from', 'start', 'since']);
/** Fields with the last day of a window. */
const END_FIELDS = new Set(['end_date', 'to', 'end', 'until']);

// reading(time of a figure): any name that ends like one
const TIMESTAMP = /_at$/;

/** Whether a record contains rows: a list of records, or values by day. */
export function hasSeries(record: IDataObject): boolean {
	return Object.entries(record).some(
		([name, value]) => DAY.test(name) || isRowList(value) || (isRecord(value) && hasSeries(value)),
	);
}

/** What a record with rows says whichever window they are of: without the rows, and without what describes the window. */
export function withoutWindow(record: IDataObject): IDataObject {
	const kept = Object.entries(record).filter(
		([name, value]) => !DAY.test(name) && !isRowList(value) && !isOfWindow(name, value),
	);
	return Object.fromEntries(
		kept.map(([name, value]) => [name, isRecord(value) ? withoutWindow(value) : value]),
	);
}

function isRowList(value: unknown): boolean {
	return Array.isArray(value) && value.every(isRecord);
}

function isOfWindow(name: string, value: unknown): boolean {
	if (isCoverage(name) || isLastKnown(name)) return true;
	const isBound = START_FIELDS.has(name) || END_FIELDS.has(name) || TIMESTAMP.test(name);
	return isBound && (value === null || isDay(value));
}
