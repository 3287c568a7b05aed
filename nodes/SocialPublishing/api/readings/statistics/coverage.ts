import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../shared/json';
import { DAY, isSection } from './words';

/** Complaints about figures, and the period that they are about. */

// reading(complaints and period of statistics)
const COMPLAINTS = /(^|_)(errors?|warnings?|notices?)$/;
/** The first day of a window: joined windows start where the first one starts. */
const STARTS = /^(start_date|from|start|since)$/;
/** The other fields that differ from window to window or from request to request, although they are about the same. */
const ENDS = /^(end_date|to|end|until)$|^(as_of|refreshed_at|updated_at)$/;

export function isComplaint(name: string): boolean {
	return COMPLAINTS.test(name);
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
