/** A piece of a text that must not be cut. */
export interface Word {
	/** The white space before it. */
	before: string;
	text: string;
	/** Whether it contains an address. */
	isLink: boolean;
	/** Whether it ends with an address, a tag or a mention, which another character would change. */
	isOpenEnded: boolean;
}

/** A no-break space belongs to its word, and so does a space with a combining mark. */
const SPACE_AND_RUN =
	/((?:(?![\u00a0\u202f\ufeff])\s(?![\p{M}\u200d]))*)((?:[^\s]|[\u00a0\u202f\ufeff]|\s(?=[\p{M}\u200d]))+)/gu;
/** Punctuation of scripts that put no space between a link and the rest of the sentence. */
export const WIDE_PUNCTUATION = '。、！？」』）】';
const LINK_CHARACTER = `[^\\s${WIDE_PUNCTUATION}]`;
const DOMAIN = /(?<![\p{L}\p{N}.-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u.source;
const LINK = new RegExp(
	`(?:https?://|www\\.)${LINK_CHARACTER}+|${DOMAIN}/${LINK_CHARACTER}*`,
	'giu',
);
/** Tags, mentions and domains: platforms turn them into links. */
const TAG = new RegExp(`[#@][\\p{L}\\p{N}\\p{M}_.-]+|${DOMAIN}`, 'gu');

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

/** A part of a text: from `start` up to, but not including, `end`, in UTF-16 code units. */
interface Range {
	start: number;
	end: number;
}

/** Scripts that are written without spaces, and emoji. */
const WITHOUT_SPACES =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const MAY_NOT_BEGIN = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\u200d\u3005\u30fc]/u;
const MAY_NOT_END = /[\p{Ps}\p{Pi}\u200d]$/u;

/** Every segment that Node.js returns contains a copy of the text, so long texts are segmented in windows. */
const WINDOW = 256;
/** The end of a window is read again as part of the next one, because its segments may be cut off. */
const OVERLAP = 64;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Where a run of characters without white space may be cut: the ends of its pieces, the end of the run included.
 *
 * @param whole the ranges that must not be cut
 */
function splitScript(run: string, whole: Range[]): number[] {
	const ends: number[] = [];
	let position = 0;
	while (position < run.length) {
		const window = run.slice(position, position + WINDOW);
		const isLast = position + WINDOW >= run.length;
		const starts = [...words.segment(window)].map(({ index }) => index);
		const sure = isLast ? starts : starts.filter((start) => start <= WINDOW - OVERLAP);
		const clusters = graphemes.segment(window);
		for (const [index, start] of sure.entries()) {
			if (index === 0 || clusters.containing(start)?.index !== start) continue;
			const end = position + start;
			const isInside = whole.some((range) => range.start < end && end < range.end);
			const [segment, next] = [window.slice(sure[index - 1], start), window.slice(start)];
			if (!isInside && mayBreakBetween(segment, next)) ends.push(end);
		}
		const next = sure.at(-1) ?? 0;
		position += isLast ? window.length : next > 0 ? next : WINDOW - OVERLAP;
	}
	return [...ends, run.length];
}

function mayBreakBetween(segment: string, next: string): boolean {
	if (MAY_NOT_END.test(segment) || MAY_NOT_BEGIN.test(next)) return false;
	const [first = ''] = next;
	return WITHOUT_SPACES.test(segment) || WITHOUT_SPACES.test(first);
}

function rangesOf(text: string, pattern: RegExp): Range[] {
	return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
		start: index,
		end: index + match.length,
	}));
}
