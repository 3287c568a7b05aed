import type { IBinaryKeyData } from 'n8n-workflow';

import { accountLabel } from '../../../api/accountDirectory';
import { parseWebAddress, toFileAddress } from '../../../media/webAddress';
import {
	addHint,
	isCalledByModel,
	type HintPicture,
	type Item,
	type Output,
} from '../../../properties/item';
import { shortenToLine } from '../../../shared/text/sentences';
import { drawCards } from './cards';
import { describeLength, describeResult, toRecord, type AccountPreview } from './describePreview';
import type { PreviewedPost } from './previewPost';

const MAX_NAME_LENGTH = 100;

interface Preview {
	accounts: AccountPreview[];
	/** Undefined if the content has no post yet. */
	post?: PreviewedPost;
}

/** The output of a preview: one item, or one per account. A model that has called the node gets no HTML. */
export function toOutputs(
	{ functions }: Item,
	{ accounts, post }: Preview,
	isSplit: boolean,
): Output[] {
	const groups = isSplit && accounts.length > 0 ? accounts.map((each) => [each]) : [accounts];
	return groups.map((group) => {
		const { message, ...others } = describeResult(group);
		const html = isCalledByModel(functions) ? undefined : drawCards(group);
		const [only] = group;
		return {
			json: {
				message: post === undefined ? message : describePost(post, message),
				...(isSplit && only !== undefined ? toRecord(only) : others),
				...(html !== undefined && { html }),
				...post?.fields,
			},
			...binaryOf(group),
		};
	});
}

function describePost({ isIdle, message }: PreviewedPost, verdicts: string): string {
	return isIdle ? `${message} ${verdicts}` : message;
}

/** The files of accounts by their names; without any, an output has no binary data. */
function binaryOf(accounts: AccountPreview[]): { binary?: IBinaryKeyData } {
	const named = accounts
		.flatMap(({ files }) => files)
		.flatMap(({ binary, json }) =>
			binary === undefined || json.binary === undefined ? [] : [[json.binary, binary] as const],
		);
	return named.length === 0 ? {} : { binary: Object.fromEntries(named) };
}

/** Shows, above the output, what becomes of each account, and the pictures that have a web address. */
export function showPreview(item: Item, accounts: AccountPreview[]): void {
	if (accounts.length === 0) return;
	const pictures = new Map<string, HintPicture>();
	for (const { json, source } of accounts.flatMap(({ files }) => files)) {
		const { name, url } = json;
		const parsed = url === undefined ? undefined : parseWebAddress(url);
		if (parsed === undefined || source === undefined) continue;
		// A link that shares a picture leads to a page.
		const address = toFileAddress(parsed).href;
		pictures.set(address, { address, name });
	}
	addHint(item, accounts.map(describeAccount), [...pictures.values()]);
}

function describeAccount(account: AccountPreview): string {
	const { account_id: id, name, platform, problems, ready, state } = account;
	const label = accountLabel({ id, name, platform });
	const verdict = state ?? (ready === null ? 'not checked yet' : ready ? 'ready' : 'not ready');
	const facts = problems.length > 0 ? [] : [describeLength(account), ...account.changes];
	const start = `${shortenToLine(label, MAX_NAME_LENGTH)}: ${[verdict, ...facts].join(', ')}`;
	return [`${start}.`, ...problems].join(' ').replace(/\s+/g, ' ');
}
