import { rangesOf, splitScript, WITHOUT_SPACES } from './scripts';

/** A piece of a text that may not be cut. */
export interface Word {
	/** The white space before it. */
	before: string;
	text: string;
	/** It contains an address. */
	isLink: boolean;
	/** It ends with an address, a tag or a mention, which a character after it would change. */
	isOpenEnded: boolean;
}

/** A no-break space belongs to its word, and so does a space with a combining mark. */
const SPACE_AND_RUN =
	/((?:(?![\u00a0\u202f\ufeff])\s(?![\p{M}\u200d]))*)((?:[^\s]|[\u00a0\u202f\ufeff]|\s(?=[\p{M}\u200d]))+)/gu;
const LINK =
	/(?:https?:\/\/|www\.)[^\s。、！？」』）】]+|(?<![\p{L}\p{N}.-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/[^\s。、！？」』）】]*/giu;
/** What a platform turns into a link of its own: tags, mentions, domains. */
const TAG =
	/[#@][\p{L}\p{N}\p{M}_.-]+|(?<![\p{L}\p{N}.-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

/**
 * Splits a text into words at its white space; where a script is written without spaces, at the boundaries of its words,
 * and between emoji. No word begins or ends within a grapheme, a link or a tag. White space at the end is left out.
 */
export function splitWords(text: string): Word[] {
	return [...text.matchAll(SPACE_AND_RUN)].flatMap(([, space = '', run = '']) =>
		splitRun(run).map((piece, index) => ({ before: index === 0 ? space : '', ...piece })),
	);
}

function splitRun(run: string): Array<Omit<Word, 'before'>> {
	const links = rangesOf(run, LINK);
	const whole = [...links, ...rangesOf(run, TAG)];
	const ends = WITHOUT_SPACES.test(run) ? splitScript(run, whole) : [run.length];
	return ends.map((end, index) => {
		const start = ends[index - 1] ?? 0;
		return {
			text: run.slice(start, end),
			isLink: links.some((link) => link.start < end && start < link.end),
			isOpenEnded: whole.some((range) => range.end === end),
		};
	});
}
