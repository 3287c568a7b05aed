import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';
import type { Item } from '../../../properties/item';
import { toPostBody, type PostContent } from '../content/postContent';
import type { AdaptedContent } from '../content/prepareContent';
import { countCharacters, describeLongText, readRules, textsOf } from '../content/textLimits';
import type { TextOverflow } from '../content/textOverflow';
import type { PreviewedFile } from './describeMedia';

/** What an account would get. */
export type AccountPreview = {
	account_id: string;
	name: string | null;
	platform: string | null;
	/** Null if unknown. */
	ready: boolean | null;
	/** Sentences that name the account. */
	problems: string[];
	text: string | null;
	replies: string[];
	/** Of the text, in Unicode code points. */
	characters: number;
	limit: number | null;
	changes: string[];
	media: IDataObject[];
};

/** @param media the files of the post, in their order */
export async function toAccountPreviews(
	item: Item,
	{ resolved, tagged, content }: AdaptedContent,
	media: PreviewedFile[],
	overflow: TextOverflow,
): Promise<AccountPreview[]> {
	const [entered, withTags] = [resolved, tagged].map((each) => each.destinations ?? []);
	const previews: AccountPreview[] = [];
	// The numbers of the files in the place of their media IDs show which account gets which file.
	const body = toPostBody(
		content,
		media.map((_file, nth) => placeholder(nth)),
	);
	const destinations = [body.destinations ?? []].flat().filter(isRecord);
	for (const [index, destination] of destinations.entries()) {
		const id = firstText(destination.account_id) ?? '';
		const known = await readRules(item, id);
		const { account, rules } = known;
		const texts = textsOf(destination, content.text);
		const [text = '', ...replies] = texts;
		const ids = [destination.media_ids ?? []].flat().map(String);
		const files = media.filter((_file, nth) => ids.includes(placeholder(nth)));
		const missing = files.flatMap(({ problem = [] }) => problem);
		const problems = [...missing, describeLongText(known, texts) ?? []].flat();
		const before = shownTexts(entered?.[index], resolved);
		const between = shownTexts(withTags?.[index], tagged);
		const fitted = overflow === 'split' ? 'split' : 'shortened';
		previews.push({
			account_id: id,
			name: account.name ?? null,
			platform: account.platform ?? null,
			ready: problems.length > 0 ? false : null,
			problems,
			text: text === '' ? null : text,
			replies,
			characters: countCharacters(text),
			limit: rules.maxLength ?? null,
			changes: [
				...(between === shownTexts(destination, content) ? [] : [fitted]),
				...(before === between ? [] : ['tagged']),
			],
			media: [
				...ids.filter((each) => !each.startsWith(PREFIX)).map((name) => ({ name })),
				...files.map(({ json }) => json),
			],
		});
	}
	return previews;
}

const PREFIX = 'file to upload ';

function placeholder(index: number): string {
	return `${PREFIX}${index}`;
}

function shownTexts(destination: IDataObject | undefined, { text }: PostContent): string {
	return JSON.stringify(textsOf(destination ?? {}, text));
}

/** The output of a preview. */
export function describeResult(accounts: AccountPreview[]): IDataObject {
	const verdicts = accounts.map(({ ready }) => ready);
	const isReady = verdicts.length > 0 && verdicts.every((ready) => ready === true);
	return {
		message: describeAccounts(accounts),
		ready: verdicts.includes(false) ? false : isReady ? true : null,
		accounts,
	};
}

function describeAccounts(accounts: AccountPreview[]): string {
	const ready = accounts.filter((account) => account.ready === true).length;
	const hasUploads = accounts.some(hasUpload);
	const isUnclear = accounts.some((account) => account.ready === null && !hasUpload(account));
	const problems = [...new Set(accounts.flatMap((account) => account.problems))];
	return [
		`Ready for ${ready} of ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}.`,
		...problems,
		...(hasUploads ? ['Pictures and videos are checked on upload.'] : []),
		...(isUnclear
			? ['For some accounts, the service has not said whether the post is ready.']
			: []),
	].join(' ');
}

/** Whether an account gets a file that is not uploaded yet. */
export function hasUpload({ media }: AccountPreview): boolean {
	return media.some((file) => 'size_bytes' in file && !('skipped' in file));
}
