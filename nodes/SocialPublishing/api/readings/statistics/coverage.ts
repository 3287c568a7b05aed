import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';
import { DAY, isSection } from './words';

/** Complaints about figures, their coverage, and their period. */

// reading(complaints, coverage and period of statistics)
const COMPLAINTS = /(^|_)(errors?|warnings?|notices?)$/;
const COVERAGE = /(^|_)coverage$/;
const COMPLETE = /^(complete|full|ok|1|100 ?%?)$/i;
/** The first day of a window: joined windows start where the first one starts. */
const STARTS = /^(start_date|from|start|since)$/;
/** The other fields that differ from window to window or from request to request, although they are about the same. */
const ENDS = /^(end_date|to|end|until)$|^(as_of|refreshed_at|updated_at)$/;

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

export function isStartOfWindow(name: string): boolean {
	return STARTS.test(name);
}

/** Whether a field describes the window or the request rather than the subject. */
export function isOfWindow(name: string): boolean {
	return STARTS.test(name) || ENDS.test(name);
}

/** Whether a record contains a series: a list, or values by day. */
export function holdsSeries(record: IDataObject): boolean {
	return Object.entries(record).some(
		([name, value]) =>
			DAY.test(name) ||
			(!isSection(name) && (Array.isArray(value) || (isRecord(value) && holdsSeries(value)))),
	);
}
