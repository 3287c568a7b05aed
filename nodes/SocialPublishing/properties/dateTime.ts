import { InputFailure } from '../shared/failure';
import { textOf } from '../shared/json';
import { DateTime, IANAZone, type DateTimeOptions } from '../vendor/libraries';
import { normalizeDateText } from './dateText';
import { asText } from './parameters';

/**
 * The text of a date-time from the editor or an expression. A `Date` or Luxon object becomes ISO 8601 text with an
 * offset.
 *
 * @returns an empty text for an empty field; undefined for an invalid `Date` or Luxon object
 * @throws InputFailure for any other value that is not text
 */
export function dateTimeText(value: unknown, label: string): string | undefined {
	if (value instanceof Date) return DateTime.fromJSDate(value).toISO() ?? undefined;
	if (isLuxonObject(value)) return textOf(value.toISO());
	return asText(value, label).trim();
}

/** An expression's Luxon objects come from n8n's own copy of Luxon, so `instanceof` does not recognize them. */
function isLuxonObject(value: unknown): value is { toISO: () => unknown } {
	return (
		typeof value === 'object' &&
		value !== null &&
		'toISO' in value &&
		typeof value.toISO === 'function'
	);
}

/** A date and time, and the text that it was read from: in ISO 8601 or SQL form, without a zone in brackets. */
interface WrittenTime {
	time: DateTime;
	text: string;
}

/**
 * Reads ISO 8601 or SQL text, and dates as people and spreadsheets write them. An offset in the text is kept; a text without
 * one is in the zone that it states, or else in the time zone `zone`.
 *
 * @returns undefined if there is no such date and time
 * @throws InputFailure if the text may mean two days, states an offset that is not that of its zone, or an abbreviated zone
 */
export function parseDateTime(text: string, zone: string): WrittenTime | undefined {
	const [, written = text, named] = /^(.*?)\s*\[([^\]]*)\]$/s.exec(text) ?? [];
	if (named !== undefined && !isTimeZone(named)) return undefined;
	const options = { zone: named ?? zone, setZone: true };
	const read = readStandard(written, options) ?? readStandard(normalizeDateText(written), options);
	if (named !== undefined && read !== undefined) requireOffsetOf(named, read.time, text);
	return read;
}

function readStandard(text: string, options: DateTimeOptions): WrittenTime | undefined {
	const time = [DateTime.fromISO, DateTime.fromSQL]
		.map((read) => read(text, options))
		.find(({ isValid }) => isValid);
	if (time === undefined) return undefined;
	const { name, type } = time.zone;
	if (type === 'iana' && name !== options.zone && !isTimeZone(name)) {
		throw new InputFailure(
			`"${text}" states the timezone "${name}", which the node does not know`,
			'Use a name such as Europe/London, or an offset such as +01:00.',
		);
	}
	return { time, text };
}

/** Year and day. Luxon also reads "12", as an hour of today, and "2027", as its first day. */
const FULL_DATE = /^([+-]\d{6}|\d{4})(-\d{2}-\d{2}|\d{4}|-?W\d{2}-?\d|-?\d{3})(?!\d)/;

/** The date in a written time; undefined if it states no full date. */
export function fullDateIn(text: string): string | undefined {
	return FULL_DATE.exec(text)?.[0];
}

/** If they differ, nobody knows which of the two is meant. */
function requireOffsetOf(zone: string, time: DateTime, text: string): void {
	const there = time.setZone(zone);
	if (there.offset === time.offset) return;
	throw new InputFailure(
		`"${text}" contradicts itself: at that time, the offset in ${zone} is ${there.toFormat('ZZ')}`,
		'Correct the offset or the timezone, or leave one of them out.',
	);
}

/** The calendar day at a time in a zone. It is in UTC, where every day has a midnight and 24 hours. */
export function dayAt(timeMs: number, zone: string): DateTime {
	const { year, month, day } = DateTime.fromMillis(timeMs, { zone });
	return DateTime.fromObject({ year, month, day }, { zone: 'utc', locale: 'en' });
}

/** YYYY-MM-DD. */
export function dayOf(date: DateTime): string {
	return date.toFormat('yyyy-MM-dd');
}

/**
 * Reads a day from a date, or from a date and time in the zone.
 *
 * @returns undefined if the field is empty
 * @throws InputFailure if it is not a date
 */
export function readDay(value: unknown, label: string, zone: string): DateTime | undefined {
	const text = dateTimeText(value, label) ?? '';
	if (text === '') return undefined;
	const read = parseDateTime(text, zone);
	if (read !== undefined && fullDateIn(read.text) !== undefined) {
		return dayAt(read.time.toMillis(), zone);
	}
	throw new InputFailure(
		`'${label}' "${text}" is not a valid date`,
		'Use a format such as 2027-03-14.',
	);
}

/** When a day begins in a zone, in milliseconds since 1970. The clocks may skip or repeat midnight. */
export function startOfDayMs({ year, month, day }: DateTime, zone: string): number {
	const midnight = DateTime.fromObject({ year, month, day }, { zone });
	return (midnight.getPossibleOffsets()[0] ?? midnight).toMillis();
}

/** The current names of the zones that Node.js lists under a former name. */
const CURRENT_NAMES: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Catamarca': 'America/Argentina/Catamarca',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Cordoba': 'America/Argentina/Cordoba',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Jujuy': 'America/Argentina/Jujuy',
	'America/Louisville': 'America/Kentucky/Louisville',
	'America/Mendoza': 'America/Argentina/Mendoza',
	'Asia/Calcutta': 'Asia/Kolkata',
	'Asia/Katmandu': 'Asia/Kathmandu',
	'Asia/Rangoon': 'Asia/Yangon',
	'Asia/Saigon': 'Asia/Ho_Chi_Minh',
	'Atlantic/Faeroe': 'Atlantic/Faroe',
	'Europe/Kiev': 'Europe/Kyiv',
	'Pacific/Enderbury': 'Pacific/Kanton',
	'Pacific/Ponape': 'Pacific/Pohnpei',
	'Pacific/Truk': 'Pacific/Chuuk',
};

/** Current IANA names and UTC, in alphabetical order. */
export const timeZones: string[] = [
	...new Set([
		'UTC',
		...Intl.supportedValuesOf('timeZone').map((name) => CURRENT_NAMES[name] ?? name),
	]),
].sort((a, b) => a.localeCompare(b));

/** The names of three letters that IANA has. */
const SHORT_NAMES = /^([CEMW]ET|[EHM]ST|GMT|UCT|UTC|PRC|RO[CK])$/i;

/**
 * Node.js also accepts abbreviations, which often mean another zone to people: BST is Bangladesh to it, and AST Alaska. Newer
 * versions also accept an offset such as +01:00.
 */
export function isTimeZone(name: string): boolean {
	const isAbbreviation = /^[A-Z]{3}$/i.test(name) && !SHORT_NAMES.test(name);
	return /^[A-Za-z]/.test(name) && !isAbbreviation && IANAZone.isValidZone(name);
}
