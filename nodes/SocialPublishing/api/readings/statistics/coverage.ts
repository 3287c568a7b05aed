import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';
import { DAY, isDay, isLastKnown } from './words';

/** Complaints about figures, their coverage, and their period. */

// reading(complaints, coverage and period of statistics)
const COMPLAINTS = /(^|[_.])(errors?|warnings?|notices?)$/;
const COVERAGE = /(^|_)coverage$/;
const COMPLETE = /^(complete|full|ok|1|100 ?%?)$/i;
/** Counts that cover all days of a window. */
const ALL_DAYS = new Set(['days', 'total_days', 'requested_days']);
/** Counts of some of the days of a window. */
const SOME_DAYS = new Set([
	...['recorded_days', 'covered_days', 'known_days'],
	...['missing_days', 'unknown_days', 'unrecorded_days', 'empty_days'],
]);
/** Fields with the first day of a window: the joined record starts where the first window starts. */
export const START_FIELDS = new Set(['start_date', 'from', 'start', 'since']);
const END_FIELDS = new Set(['end_date', 'to', 'end', 'until']);
const TIMESTAMP = /_at$/;

/** @param name the name of a field, or the path to it */
export function isComplaint(name: string): boolean {
	return COMPLAINTS.test(name);
}

export function isCoverage(name: string): boolean {
	return COVERAGE.test(name);
}

/** Whether some of the requested figures are not recorded: the coverage is a text, or its counts differ. */
export function hasGaps(coverage: unknown): boolean {
	if (!isRecord(coverage))
		return firstText(coverage) !== undefined && !COMPLETE.test(String(coverage));
	const counts = Object.values(coverage).filter((value) => typeof value === 'number');
	return new Set(counts).size > 1;
}

/**
 * Whether a field of the coverage counts days of its window, in every window: only such counts add up. A field such as
 * `retention_days` describes something else, and so does a count that does not fit its window.
 */
export function isWindowCount(
	name: string,
	values: Array<{ days: number | undefined; value: unknown }>,
): boolean {
	if (!ALL_DAYS.has(name) && !SOME_DAYS.has(name)) return false;
	return values.every(({ days, value }) => {
		if (days === undefined || !Number.isInteger(value)) return false;
		const count = Number(value);
		return ALL_DAYS.has(name) ? count === days : count >= 0 && count <= days;
	});
}

/** Whether a record contains rows: a list of records, or values by day. */
export function hasSeries(record: IDataObject): boolean {
	return Object.entries(record).some(
		([name, value]) => DAY.test(name) || isRowList(value) || (isRecord(value) && hasSeries(value)),
	);
}

/** A record with rows, reduced to the fields that are the same for every window: no rows, no description of the window. */
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
