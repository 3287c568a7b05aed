import type { IDataObject } from 'n8n-workflow';

import { accountLabels } from '../../../api/accountDirectory';
import type { Item } from '../../../properties/item';
import type { DestinationBody } from '../content/destinations';
import { countCharacters, describeLongTexts, readRules, textsOf } from '../content/textLimits';
import type { Misfits } from '../content/textOverflow';
import type { PreviewedFile } from './shownFiles';

/** What an account gets. */
export interface AccountPreview {
	account_id: string;
	name: string | null;
	platform: string | null;
	/** Null if unknown. */
	ready: boolean | null;
	/** In sentences. */
	problems: string[];
	/** Those of the problems that say how long its texts are. */
	lengthProblems: string[];
	text: string | null;
	replies: string[];
	/** Of the text, in Unicode code points. */
	characters: number;
	limit: number | null;
	changes: string[];
	files: PreviewedFile[];
	/** What has become of a post that is no longer idle, in a word. */
	state?: string | undefined;
}

/** The content for an account. */
interface PreviewedContent {
	destination: DestinationBody;
	sharedText: string | undefined;
	files: PreviewedFile[];
	changes?: string[];
	/** Why Create would stop for every account, in sentences. */
	obstacles?: string[];
	misfits?: Misfits;
	/** Of a post that is no longer idle: its limits do not matter any more. */
	outcome?: Outcome | undefined;
}

/** What has become of a post on an account. */
interface Outcome {
	state: string | undefined;
	/** Why the post has not reached the account, as a sentence. */
	problem: string | undefined;
}

/** What an account gets, before the service is asked. Only reads. */
export async function previewAccount(
	item: Item,
	content: PreviewedContent,
): Promise<AccountPreview> {
	const {
		destination,
		sharedText,
		files,
		changes = [],
		obstacles = [],
		misfits,
		outcome,
	} = content;
	const id = String(destination.account_id);
	const misfit = misfits?.get(id);
	const known = await readRules(item, id);
	const { account, rules } = known;
	const texts = textsOf(destination, sharedText);
	const [text = '', ...replies] = texts;
	const ofFiles = files.flatMap(({ problem = [] }) => problem);
	const lengthProblems =
		outcome === undefined && misfit === undefined ? describeLongTexts(known, texts) : [];
	const problems =
		outcome === undefined
			? [...obstacles, ...ofFiles, ...lengthProblems, misfit ?? []].flat()
			: [outcome.problem ?? []].flat();
	return {
		account_id: id,
		name: account.name ?? null,
		platform: account.platform ?? null,
		ready: problems.length > 0 ? false : null,
		problems,
		lengthProblems,
		text: text === '' ? null : text,
		replies,
		characters: countCharacters(text),
		limit: rules.maxLength ?? null,
		changes,
		files,
		state: outcome?.state,
	};
}

/** An account as the output shows it. */
export function toRecord(account: AccountPreview): IDataObject {
	const { changes, files } = account;
	return { ...toVerdict(account), changes, media: files.map(({ json }) => json) };
}

/** An account, what is wrong with its content, and its texts. */
export function toVerdict(account: AccountPreview): IDataObject {
	const { account_id, name, platform, ready, problems } = account;
	const { text, replies, characters, limit } = account;
	return { account_id, name, platform, ready, problems, text, replies, characters, limit };
}

/** For how many accounts a post is ready, and what is wrong. */
export function describeAccounts(accounts: AccountPreview[]): string {
	const ready = accounts.filter((account) => account.ready === true).length;
	const hasUploads = accounts.some(hasUpload);
	const isUnclear = accounts.some((account) => account.ready === null && !hasUpload(account));
	const names = namesOf(accounts);
	const problems = new Set(
		accounts.flatMap((account, index) => inShort(account, names[index] ?? '')),
	);
	return [
		`Ready for ${ready} of ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}.`,
		...problems,
		...new Set(accounts.flatMap(filesLeftOut)),
		...(hasUploads ? ['Pictures and videos are checked on upload.'] : []),
		...(isUnclear
			? ['For some accounts, the service has not said whether the post is ready.']
			: []),
	].join(' ');
}

/** The names of the accounts. One that several have is given with the platform, and if need be with the ID. */
function namesOf(accounts: AccountPreview[]): string[] {
	const labels = accountLabels(accounts.map((account) => ({ ...account, id: account.account_id })));
	return accounts.map(({ account_id: id, name }, index) => {
		const isUnique = accounts.filter((other) => other.name === name).length === 1;
		return (isUnique ? name : labels[index]) ?? id;
	});
}

/** The problems of an account, with the lengths of its texts in few words. */
function inShort(account: AccountPreview, name: string): string[] {
	const { lengthProblems, limit, problems } = account;
	const others = problems.filter((problem) => !lengthProblems.includes(problem));
	if (lengthProblems.length === 0) return others;
	const ofReply = `${longestReply(account)} of ${limit} characters in a reply`;
	return [
		...(isTooLong(account, 'text') ? [`${name}: ${describeLength(account)}.`] : []),
		...(isTooLong(account, 'reply') ? [`${name}: ${ofReply}.`] : []),
		...others,
	];
}

/** The files that Create would leave out, in sentences. */
export function filesLeftOut({ files }: AccountPreview): string[] {
	return files.flatMap(({ json: { skipped } }) => (skipped ? `Without a file: ${skipped}` : []));
}

export function hasUpload({ files }: AccountPreview): boolean {
	return files.some(({ isNew }) => isNew);
}

/** Whether the text, or a reply, is longer than the limit. */
export function isTooLong(account: AccountPreview, part: 'text' | 'reply'): boolean {
	const { characters, limit } = account;
	return limit !== null && (part === 'text' ? characters : longestReply(account)) > limit;
}

function longestReply({ replies }: AccountPreview): number {
	return Math.max(0, ...replies.map(countCharacters));
}

/** How much of the limit of an account its text takes up. */
export function describeLength({ characters, limit }: AccountPreview): string {
	return limit === null ? `${characters} characters` : `${characters} of ${limit} characters`;
}
