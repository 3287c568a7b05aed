import { readMoment } from '../../api/readings/statistics/days';
import { hasSeries, withoutWindow } from '../../api/readings/statistics/coverage';
import { namesSubject } from '../../api/readings/statistics/subject';
import { canonicalJson, isRecord, textOf } from '../../shared/json';

/**
 * Rows of different windows with the same identity are the same row:
 * - rows that contain rows of their own, such as an account with its days, if they differ in nothing but those and what
 *   describes the window
 * - other rows if they are equal
 *
 * Undefined for a row that does not say what it is about, such as bare numbers: it may be equal to another by chance.
 */
export function identifyRow(row: unknown): string | undefined {
	if (!isRecord(row)) return undefined;
	const isAboutRecord = namesSubject(row);
	if (isAboutRecord && hasSeries(row)) return `series ${canonicalJson(withoutWindow(row))}`;
	const hasText =
		Object.values(row).some((value) => textOf(value) !== undefined) ||
		readMoment(row) !== undefined;
	return isAboutRecord || hasText ? `row ${canonicalJson(row)}` : undefined;
}
