import { firstText, isRecord } from '../../../shared/json';

/** What a service says against its figures. */

// reading(complaints about statistics): fields whose names end in one of these words
const COMPLAINTS = /(^|[_.])(errors?|warnings?|notices?)$/;
// reading(coverage of statistics): fields whose names end in this word
const COVERAGE = /(^|_)coverage$/;

/** @param name of a field, or the path to it */
export function isComplaint(name: string): boolean {
	return COMPLAINTS.test(name);
}

export function isCoverage(name: string): boolean {
	return COVERAGE.test(name);
}

/** The counts of a coverage that differ: some of what was asked for is not recorded. */
export function describeGaps(coverage: unknown): string[] {
	if (!isRecord(coverage))
		return firstText(coverage) === undefined ? [] : [`coverage ${String(coverage)}`];
	const counts = Object.entries(coverage).filter(([, value]) => typeof value === 'number');
	if (new Set(counts.map(([, value]) => value)).size < 2) return [];
	return [`coverage ${counts.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`];
}
