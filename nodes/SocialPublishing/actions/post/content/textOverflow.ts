import type { INodeProperties } from 'n8n-workflow';

import { accountLabel } from '../../../api/accountDirectory';
import type { TextRules } from '../../../api/readings/textRules';
import { addHint, type Item } from '../../../properties/item';
import { asChoice, readCollection } from '../../../properties/parameters';
import { asServiceFailure, InputFailure } from '../../../shared/failure';
import { droppedLinks, shortenText, splitText } from '../../../shared/text/fitText';
import { asSentence, cutText } from '../../../shared/text/sentences';
import { MAX_REPLIES, type DestinationBody } from './destinations';
import type { PostContent } from './postContent';
import { readRules, textsOf } from './textLimits';

export const textOverflowOption: INodeProperties = {
	displayName: 'If Text Is Too Long',
	name: 'textOverflow',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Leave the text unchanged; the service refuses it if it is too long',
		},
		{
			name: 'Shorten',
			value: 'shorten',
			description: 'Cut the text after a whole word and add an ellipsis; links are not cut',
		},
		{
			name: 'Split Into Replies',
			value: 'split',
			description: 'Continue in up to five replies, on platforms with threads',
		},
	],
	default: 'fail',
	description:
		"What to do if the text exceeds an account's limit. The limits come from the service. Without a limit, the text is not changed.",
};

export function readTextOverflow(item: Item): TextOverflow {
	const { textOverflow = 'fail' } = readCollection(item, 'options');
	return asChoice(textOverflow, ['fail', 'shorten', 'split'], 'If Text Is Too Long');
}

/**
 * Makes the texts fit the accounts. Only a destination whose text is too long gets its own text. A hint names each link
 * that is left out. With `fail`, reads nothing.
 *
 * @param misfits gets the accounts whose texts cannot be made to fit, and therefore stay as they are
 * @throws InputFailure if a text cannot be made to fit, without `misfits`
 */
export async function fitTexts(
	item: Item,
	content: PostContent,
	overflow: TextOverflow,
	misfits?: Misfits,
): Promise<PostContent> {
	const { destinations } = content;
	if (overflow === 'fail' || destinations === undefined) return content;
	const fitted: DestinationBody[] = [];
	for (const destination of destinations) {
		const id = String(destination.account_id);
		const { account, rules } = await readRules(item, id);
		const label = accountLabel(account);
		let fits = destination;
		try {
			fits = fitDestination(destination, content.text, { overflow, rules, label });
		} catch (error) {
			const failure = asServiceFailure(error);
			if (misfits === undefined) throw failure;
			misfits.set(id, asSentence(failure.message));
		}
		fitted.push(fits);
		const [entered, sent] = [destination, fits].map((each) =>
			textsOf(each, content.text).join('\n'),
		);
		for (const link of droppedLinks(entered ?? '', sent ?? '')) {
			addHint(item, `${label}: a link did not fit and was left out: ${cutText(link, 100)}`);
		}
	}
	return { ...content, destinations: fitted };
}

/** What to do with a text that is longer than an account accepts. */
export type TextOverflow = 'fail' | 'shorten' | 'split';

/** Why texts cannot be made to fit, as sentences, by the IDs of their accounts. */
export type Misfits = Map<string, string>;

interface Fitting {
	overflow: Exclude<TextOverflow, 'fail'>;
	rules: TextRules;
	/** The account, as shown to the user. */
	label: string;
}

/**
 * The destination with a text and replies of its own if its account does not accept the given ones. The service does not
 * state the unit of its limits, so lengths are in UTF-16 code units, which are never fewer than characters. Pure.
 *
 * @throws InputFailure if they cannot be made to fit
 */
function fitDestination(
	destination: DestinationBody,
	sharedText: string | undefined,
	fitting: Fitting,
): DestinationBody {
	const { maxLength } = fitting.rules;
	const [text = '', ...replies] = textsOf(destination, sharedText);
	if (maxLength === undefined) return destination;
	if (![text, ...replies].some(({ length }) => length > maxLength)) return destination;

	const [first = '', ...thread] =
		fitting.overflow === 'shorten'
			? [text, ...replies].map((each) => shorten(each, maxLength, fitting))
			: split([text, ...replies], maxLength, fitting);
	return {
		...destination,
		...(first !== text && { text: first }),
		...(thread.length > 0 && { options: { ...destination.options, thread } }),
	};
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
			`The text is too long for ${label}: it has ${longest} characters, but the limit is ${maxLength}`,
			"The service does not say that the platform has threads, so the text cannot be split. Shorten it, give the account a text of its own, or set 'If Text Is Too Long' to 'Shorten'.",
		);
	}
	const parts = texts.map((text) => splitText(text, maxLength));
	if (parts.includes(undefined)) throw longWord(maxLength, label);
	const all = parts.flatMap((each) => each ?? []);
	if (all.length <= MAX_REPLIES + 1) return all;
	throw new InputFailure(
		`The text is too long for ${label}: it needs ${all.length - 1} replies, and a thread has at most ${MAX_REPLIES}`,
		"Shorten it, or set 'If Text Is Too Long' to 'Shorten'.",
	);
}

function longWord(maxLength: number, label: string): InputFailure {
	return new InputFailure(
		`The text for ${label} contains a word or a link of more than ${maxLength} characters`,
		'Words and links are never cut. Shorten it.',
	);
}
