import { toMoment } from './days';
import { isFactWord, isMetricWord, isPlainWord, isValueWord } from './words';

/** Undefined for what is no number. Null: not recorded. A number in text counts where it is certainly a figure. */
export function readNumber(value: unknown, mayBeText: boolean): number | null | undefined {
	if (value === null || typeof value === 'number') return value;
	return mayBeText && typeof value === 'string' ? parseNumber(value) : undefined;
}

/** Only as a service writes the numbers that it counts: not `007`, `1e3` or more digits than a number keeps. */
function parseNumber(text: string): number | undefined {
	if (!/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text)) return undefined;
	return Number(text);
}

/**
 * Whether a number in text is certainly a figure.
 *
 * @param path the names that lead to it, its own last
 * @param isOfDay it is stated next to a day
 */
export function mayBeFigure(path: string[], isOfDay: boolean): boolean {
	const [name = '', group = ''] = [...path].reverse();
	if (isOfDay || isValueWord(name) || isMetricWord(name)) return true;
	return isPlainWord(group);
}

/** A text that looks like the value of a metric: `12`, `1,234`, `1.2K`, `12 likes`. */
export function looksLikeFigure(name: string, value: unknown): boolean {
	if (typeof value !== 'string' || isFactWord(name) || toMoment(value) !== undefined) return false;
	return /^[+-]?[.\d][\d.,'\s]*\p{L}*%?$/u.test(value.trim());
}

/** A moment and its value; undefined for anything else. */
export function readPair(entry: unknown): [moment: string, value: unknown] | undefined {
	if (!Array.isArray(entry) || entry.length !== 2) return undefined;
	const moment = toMoment(entry[0]);
	// Of two numbers, the time must be certain.
	const isCertain = typeof entry[0] === 'string' || toMoment(entry[1]) === undefined;
	return moment !== undefined && isCertain ? [moment, entry[1]] : undefined;
}
