import { firstText, isRecord } from '../../../shared/json';

/** What a service says against its figures. */

// reading(complaints about statistics): fields whose names end in one of these words
const COMPLAINTS = /(^|[_.])(errors?|warnings?|notices?)$/;
// reading(coverage of statistics): fields whose names end in this word
const COVERAGE = /(^|_)coverage$/;
const COMPLETE = /^(complete|full|ok|1|100 ?%?)$/i;

/** @param name of a field, or the path to it */
export function isComplaint(name: string): boolean {
	return COMPLAINTS.test(name);
}

export function isCoverage(name: string): boolean {
	return COVERAGE.test(name);
}

/** Whether some of what was asked for is not recorded: the coverage is a text, or its counts differ. */
export function hasGaps(coverage: unknown): boolean {
	if (!isRecord(coverage))
		return firstText(coverage) !== undefined && !COMPLETE.test(String(coverage));
	const counts = Object.values(coverage).filter((value) => typeof value === 'number');
	return new Set(counts).size > 1;
}
