import type { IExecuteFunctions } from 'n8n-workflow';

import { hintsOf, type Hint } from '../properties/item';
import { splitAtLinks } from '../shared/text/addLinkParameters';
import { cutMiddle, asSentence } from '../shared/text/sentences';
import { groupBy } from '../shared/maps';
import { html } from '../vendor/html';

const MAX_NOTES = 5;
/** The most characters of all lines of a note together. */
const MAX_NOTE_LENGTH = 1_000;
/** The most characters of each of many lines: all accounts of a post are shown, however many it has. */
const MIN_LINE_LENGTH = 300;
/** In pixels. */
const PICTURE_HEIGHT = 90;

/** Notes about a run as a whole. */
interface RunNotes {
	/** The number of items that were passed on because they had been posted before. */
	passedOn: number;
	note: string | undefined;
}

/** Shows the one hint of a run: the notes about the run, then those about its items. */
export function showHints(functions: IExecuteFunctions, { passedOn, note }: RunNotes): void {
	const notes = [
		...describePostedBefore(passedOn, functions.getInputData().length),
		...(note === undefined ? [] : [note]),
	].map((text) => ({ lines: cutLines([text]), pictures: [] }));
	const all = [...notes, ...describeItems(functions)];
	if (all.length === 0) return;
	const shown = all.slice(0, MAX_NOTES).map(asHtml);
	const more = all.length - shown.length;
	const message = [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join('<br>');
	functions.addExecutionHints?.({ message, location: 'outputPane' });
}

type Note = Pick<Hint, 'lines' | 'pictures'>;

/** Items with the same hint share a note. They are named unless the hint is about all items. */
function describeItems(functions: IExecuteFunctions): Note[] {
	const total = functions.getInputData().length;
	const groups = groupBy(hintsOf(functions), ({ lines, pictures }) =>
		JSON.stringify([lines, pictures]),
	);
	return [...groups.values()].map((hints) => {
		const [{ lines = [], pictures = [] } = {}] = hints;
		const indices = [...new Set(hints.map(({ index }) => index))];
		const [first = '', ...others] = cutLines(lines.map(asSentence));
		const names = cutMiddle(nameItems(indices), MIN_LINE_LENGTH);
		return {
			lines: [indices.length === total ? first : `${names}: ${first}`, ...others],
			pictures,
		};
	});
}

/** Keeps every line, and shares the length of a note among them. */
function cutLines(lines: string[]): string[] {
	const longest = Math.max(MIN_LINE_LENGTH, MAX_NOTE_LENGTH / lines.length);
	return lines.map((line) => cutMiddle(line, longest));
}

/** n8n-workaround(2.39.10, n8n-editor-ui RunDataNodeHints.vue): the editor shows hints as HTML. */
function asHtml({ lines, pictures }: Note): string {
	const images = pictures.map(({ address, name }) =>
		html`<img src="${address}" alt="${name}" height="${PICTURE_HEIGHT}" />`.toString(),
	);
	return [...lines.map(lineAsHtml), ...(images.length > 0 ? [images.join(' ')] : [])].join('<br>');
}

function lineAsHtml(line: string): string {
	const escaped = splitAtLinks(line).map((part, index, parts) => {
		// A link that was cut would lead elsewhere.
		const isLink = index % 2 === 1 && !/^\S* ?…/.test(parts[index + 1] ?? '');
		return isLink
			? html`<a href="${part}" target="_blank">${part}</a>`.toString()
			: escapeText(part);
	});
	return escaped.join('');
}

/** Quotes stay as they are: a text is never the value of an attribute. */
function escapeText(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('\n', '<br>');
}

/**
 * Explains an output that is empty or shorter than the input.
 *
 * @param count the number of items that were posted before
 * @param total the number of all items
 */
export function describePostedBefore(count: number, total: number): string[] {
	if (count === 0) return [];
	if (count < total) {
		return [
			`${count} of ${total} items ${count > 1 ? 'were' : 'was'} already posted by this step.`,
		];
	}
	const items = ['the item was', 'both items were'][total - 1] ?? `all ${total} items were`;
	return [`Nothing new: ${items} already posted by this step.`];
}

/** Counted from 1, with ranges: "Item 1", "Items 1 and 2", "Items 1 to 7 and 9". */
export function nameItems(indices: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of [...indices].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.last === index) range.last = index + 1;
		else ranges.push({ first: index + 1, last: index + 1 });
	}
	const names = ranges.flatMap(({ first, last }) => {
		if (last - first > 1) return `${first} to ${last}`;
		return first === last ? String(first) : [String(first), String(last)];
	});
	const last = names.pop();
	const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
	return `${indices.length === 1 ? 'Item' : 'Items'} ${list}`;
}
