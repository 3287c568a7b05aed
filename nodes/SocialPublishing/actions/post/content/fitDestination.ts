import type { IDataObject } from 'n8n-workflow';

import type { TextRules } from '../../../api/readings/textRules';
import { InputFailure } from '../../../shared/failure';
import { isRecord } from '../../../shared/json';
import { shortenText, splitText } from '../../../shared/text/fitText';
import { LONGEST_THREAD } from './destinations';

/** What to do with a text that is longer than an account accepts. */
export type TextOverflow = 'fail' | 'shorten' | 'split';

export interface Fitting {
	overflow: Exclude<TextOverflow, 'fail'>;
	rules: TextRules;
	/** The account in texts for the user. */
	label: string;
}

/**
 * The destination with a text and replies of its own where its account does not accept them as they are. The service does
 * not say what a limit counts, so lengths are in UTF-16 code units, which are never fewer than characters. Pure.
 *
 * @throws InputFailure if they cannot be made to fit
 */
export function fitDestination(
	destination: IDataObject,
	sharedText: string | undefined,
	fitting: Fitting,
): IDataObject {
	const { maxLength } = fitting.rules;
	const text = destination.text ?? sharedText ?? '';
	const options = isRecord(destination.options) ? destination.options : {};
	const replies = readReplies(options);
	const isTooLong = (each: string) => maxLength !== undefined && each.length > maxLength;
	if (typeof text !== 'string' || maxLength === undefined) return destination;
	if (!isTooLong(text) && !replies.some(isTooLong)) return destination;

	const [first = '', ...thread] =
		fitting.overflow === 'shorten'
			? [text, ...replies].map((each) => shorten(each, maxLength, fitting))
			: split([text, ...replies], maxLength, fitting);
	return {
		...destination,
		...(first !== text && { text: first }),
		...(thread.length > 0 && { options: { ...options, thread } }),
	};
}

function readReplies({ thread }: IDataObject): string[] {
	return Array.isArray(thread) ? thread.filter((reply) => typeof reply === 'string') : [];
}

function shorten(text: string, maxLength: number, { label }: Fitting): string {
	const shortened = shortenText(text, maxLength);
	if (shortened === undefined) throw longWord(maxLength, label);
	return shortened;
}

function split(texts: string[], maxLength: number, { rules, label }: Fitting): string[] {
	const longest = Math.max(...texts.map(({ length }) => length));
	if (rules.hasThreads !== true) {
		throw new InputFailure(
			`The text is too long for ${label}: it has ${longest} characters, and ${maxLength} are accepted`,
			'The platform has no threads, so the text cannot be split. Shorten it, give the account a text of its own, or set If Text Is Too Long to Shorten.',
		);
	}
	const parts = texts.map((text) => splitText(text, maxLength));
	if (parts.includes(undefined)) throw longWord(maxLength, label);
	const all = parts.flatMap((each) => each ?? []);
	if (all.length <= LONGEST_THREAD + 1) return all;
	throw new InputFailure(
		`The text is too long for ${label}: it needs ${all.length - 1} replies, and a thread has at most ${LONGEST_THREAD}`,
		'Shorten it, or set If Text Is Too Long to Shorten.',
	);
}

function longWord(maxLength: number, label: string): InputFailure {
	return new InputFailure(
		`The text for ${label} contains a word or a link of more than ${maxLength} characters`,
		'Words and links are never cut. Shorten it.',
	);
}
