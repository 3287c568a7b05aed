import { updateDisplayOptions, type IBinaryKeyData, type INodeProperties } from 'n8n-workflow';

import { accountLabel } from '../../api/accountDirectory';
import { parseWebAddress, toFileAddress } from '../../media/webAddress';
import { optionsCollection } from '../../properties/commonFields';
import {
	addHint,
	isCalledByModel,
	type HintPicture,
	type Item,
	type Output,
} from '../../properties/item';
import { postLocator, workspaceLocator } from '../../properties/locators';
import { asChoice, readParameter } from '../../properties/parameters';
import { shortenToLine } from '../../shared/text/sentences';
import type { Operation } from '../operation';
import { readChosenAccounts } from './content/contentFields';
import { contentProperties } from './content/contentProperties';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, missingMediaOption } from './content/mediaProperties';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption } from './content/preflight';
import { readSplitByAccount, splitByAccountOption } from './presentPost';
import { drawCards } from './preview/cards';
import {
	describeAccounts,
	describeLength,
	filesLeftOut,
	toRecord,
	type AccountPreview,
} from './preview/describePreview';
import { picturesOption, PreviewFiles } from './preview/describeMedia';
import { previewContent, previewPost, type PreviewedPost } from './preview/previewAccounts';

const MAX_NAME_LENGTH = 100;

const previewOfProperty: INodeProperties = {
	displayName: 'Preview Of',
	name: 'previewOf',
	type: 'options',
	options: [
		{
			name: 'Content Below',
			value: 'content',
			description: 'What Create would send with the same fields',
		},
		{ name: 'Existing Post', value: 'post', description: 'A post that is already in the service' },
	],
	default: 'content',
	description: 'What to preview',
};

export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview post',
		description: 'Show what each account would get, without saving or uploading anything',
	},
	readAccounts: (item) => (isOfPost(item) ? [] : readChosenAccounts(item)),
	properties: [
		workspaceLocator,
		previewOfProperty,
		{ ...postLocator, displayOptions: { show: { previewOf: ['post'] } } },
		...updateDisplayOptions({ show: { previewOf: ['content'] } }, contentProperties),
		optionsCollection([
			{
				...checkFirstOption,
				description: 'Whether to ask the service if the post can be published as it is',
			},
			picturesOption,
			splitByAccountOption,
			...updateDisplayOptions({ show: { '/previewOf': ['content'] } }, [
				altTextsOption,
				linkTagsOption,
				missingMediaOption,
				textOverflowOption,
			]),
		]),
	],

	async execute(item) {
		const files = new PreviewFiles(item);
		const isSplit = readSplitByAccount(item);
		const shown = isOfPost(item)
			? await previewPost(item, files)
			: { accounts: await previewContent(item, files) };
		showPreview(item, shown.accounts);
		return toOutputs(item, shown, isSplit);
	},
};

function isOfPost(item: Item): boolean {
	const chosen = readParameter(item, 'previewOf', 'content');
	return asChoice(chosen, ['content', 'post'], 'Preview Of') === 'post';
}

interface Preview {
	accounts: AccountPreview[];
	/** Undefined if the content has no post yet. */
	post?: PreviewedPost;
}

/** The output of a preview: one item, or one per account. A model that has called the node gets no HTML. */
function toOutputs({ functions }: Item, { accounts, post }: Preview, isSplit: boolean): Output[] {
	const groups = isSplit && accounts.length > 0 ? accounts.map((each) => [each]) : [accounts];
	return groups.map((group) => {
		const verdicts = describeAccounts(group);
		const message = post?.isIdle ? `${post.message} ${verdicts}` : (post?.message ?? verdicts);
		const [only] = group;
		return {
			json: {
				message,
				...(isSplit && only !== undefined
					? toRecord(only)
					: { ready: readinessOf(group), accounts: group.map(toRecord) }),
				...(!isCalledByModel(functions) && { html: drawCards(group) }),
				...post?.fields,
			},
			...binaryOf(group),
		};
	});
}

/** Whether all accounts are ready; null if unknown. */
function readinessOf(accounts: AccountPreview[]): boolean | null {
	const verdicts = accounts.map(({ ready }) => ready);
	if (verdicts.includes(false)) return false;
	return verdicts.length > 0 && !verdicts.includes(null) ? true : null;
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
function showPreview(item: Item, accounts: AccountPreview[]): void {
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
	return [`${start}.`, ...problems, ...filesLeftOut(account)].join(' ').replace(/\s+/g, ' ');
}
