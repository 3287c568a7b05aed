import { accountLabel } from '../../../api/accountDirectory';
import { addHint, type HintPicture, type Item } from '../../../properties/item';
import { shortenToLine } from '../../../shared/text/sentences';
import { describeLength, type AccountPreview } from './describePreview';

const MAX_NAME_LENGTH = 100;

/** Shows, above the output, what becomes of each account, and the pictures that have a web address. */
export function showPreview(item: Item, accounts: AccountPreview[]): void {
	if (accounts.length === 0) return;
	const pictures = new Map<string, HintPicture>();
	for (const { json, source } of accounts.flatMap(({ files }) => files)) {
		const { name, url } = json;
		if (url !== undefined && source !== undefined) pictures.set(url, { address: url, name });
	}
	addHint(item, accounts.map(describeAccount), [...pictures.values()]);
}

function describeAccount(account: AccountPreview): string {
	const { account_id: id, name, platform, problems, ready, state } = account;
	const label = accountLabel({ id, name: name ?? undefined, platform: platform ?? undefined });
	const verdict = state ?? (ready === null ? 'not checked yet' : ready ? 'ready' : 'not ready');
	const facts = problems.length > 0 ? [] : [describeLength(account), ...account.changes];
	const start = `${shortenToLine(label, MAX_NAME_LENGTH)}: ${[verdict, ...facts].join(', ')}`;
	return [`${start}.`, ...problems].join(' ').replace(/\s+/g, ' ');
}
