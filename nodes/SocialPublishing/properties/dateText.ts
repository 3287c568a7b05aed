import { InputFailure } from '../shared/failure';
import { DateTime } from '../vendor/libraries';

/** A date with the year first or last, the latter with dots or slashes; then the rest, such as a time of day. */
const WRITTEN_DATE =
	/^(?:(\d{4})([-/])(\d{1,2})\2(\d{1,2})|(\d{1,2})([./])(\d{1,2})\6(\d{4}))(?:[T,\s]+(.+))?$/s;

/** Five digits are a day between 1927 and 2173. */
const SERIAL_NUMBER = /^\d{5}(\.\d+)?$/;

const DAY_MINUTES = 24 * 60;

/**
 * Rewrites a date as people and spreadsheets write it to the form of SQL: `28.11.2026 9:00`, `11/28/2026 9:00 AM` and
 * `46354.375` become `2026-11-28 09:00`. Any other text is returned unchanged. Pure.
 *
 * @throws InputFailure if the text may mean two days
 */
export function normalizeDateText(text: string): string {
	if (SERIAL_NUMBER.test(text)) return fromSerialNumber(Number(text));
	const [, isoYear, , isoMonth, isoDay, first = '', separator, second = '', lastYear, rest] =
		WRITTEN_DATE.exec(text) ?? [];
	const time = rest === undefined ? '' : ` ${as24Hours(rest)}`;
	if (isoYear !== undefined) return `${dateOf(isoYear, isoMonth, isoDay)}${time}`;
	if (lastYear === undefined) return text;
	const isDayFirst = separator === '.' || isDayBeforeMonth(text, lastYear, first, second);
	const [day, month] = isDayFirst ? [first, second] : [second, first];
	return `${dateOf(lastYear, month, day)}${time}`;
}

function dateOf(year: string, month = '', day = ''): string {
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Between slashes, Americans write the month first, others the day. */
function isDayBeforeMonth(text: string, year: string, first: string, second: string): boolean {
	if (Number(first) > 12 || Number(first) === Number(second)) return true;
	if (Number(second) > 12) return false;
	const [dayFirst, monthFirst] = [dateOf(year, second, first), dateOf(year, first, second)];
	const shown = [dayFirst, monthFirst].map((date) => DateTime.fromISO(date, { locale: 'en' }));
	throw new InputFailure(
		`"${text}" can be ${shown.map((date) => date.toFormat('d LLLL yyyy')).join(' or ')}`,
		`Write the year first, as in ${dayFirst} or ${monthFirst}, or the day first with dots, as in ${first}.${second}.${year}.`,
	);
}

/** `9:00 AM` becomes `09:00`; what is no such time stays as it is, so that it is not read as another one. */
function as24Hours(time: string): string {
	const padded = time.replace(/^\d:/, '0$&');
	return padded.replace(
		/^(\d{1,2})((?::\d{2}){0,2})\s*([ap])\.?m\.?$/i,
		(whole: string, hour: string, rest: string, half: string) => {
			if (Number(hour) < 1 || Number(hour) > 12) return whole;
			const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
			return `${String(hours).padStart(2, '0')}${rest || ':00'}`;
		},
	);
}

/** A spreadsheet counts days since 1899-12-30. Its fractions are not exact, so they are rounded to the minute. */
function fromSerialNumber(days: number): string {
	const minutes = Math.round(days * DAY_MINUTES);
	const time = DateTime.utc(1899, 12, 30).plus({ minutes });
	return time.toFormat(Number.isInteger(days) ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm');
}
