import type { IDataObject } from 'n8n-workflow';

import { withEtag } from '../../api/posts';
import { readPreflight, type Preflight } from '../../api/readings/preflight';
import { attachFiles } from '../../media/attachFiles';
import {
	describeRemaining,
	rememberMissingFiles,
	removeFiles,
	showMissingFiles,
	type Attachment,
} from '../../media/attachment';
import { findAttachments } from '../../media/requestedFile';
import { optionsCollection } from '../../properties/commonFields';
import { addHint, type Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { isRecord, readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import type { Operation } from '../operation';
import { contentProperties } from './content/contentProperties';
import { readChosenAccounts } from './content/destinationFields';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, missingMediaOption } from './content/mediaProperties';
import { checkContent, readPostContent, toPostBody } from './content/postContent';
import { describeComplaints } from './content/preflight';
import { adaptContent, readTextOptions } from './content/prepareContent';
import { Misfits, textOverflowOption } from './content/textOverflow';
import { enterVerdict } from './preview/askService';
import {
	describeAccounts,
	previewAccount,
	toVerdict,
	type AccountPreview,
} from './preview/describePreview';

/** Checks whether a post could be published as it is. Nothing is saved, published or reserved. */
export const validate: Operation = {
	option: {
		name: 'Validate',
		value: 'validate',
		action: 'Validate post',
		description: 'Check whether a post could be published, without saving it',
	},
	runsInParallel: true,
	readAccounts: readChosenAccounts,
	properties: [
		workspaceLocator,
		...contentProperties,
		optionsCollection([altTextsOption, linkTagsOption, missingMediaOption, textOverflowOption]),
	],

	async execute(item) {
		const requested = await readPostContent(item);
		const options = readTextOptions(item);
		const workspace = workspacePath(item);
		const files = await findAttachments(item, requested, { workspacePath: workspace });
		const misfits = new Misfits();
		const { content } = await adaptContent(item, requested, options, misfits.add);
		const body = toPostBody(content, await attachFiles(item, files));
		await checkContent(item, content, files);
		try {
			const { data, etag } = await call(item.connection, {
				purpose: 'validate the post',
				method: 'POST',
				path: `${workspace}/posts/validate`,
				json: body,
				safety: 'safe',
			});
			const record: IDataObject = withEtag(readRecord(data), etag);
			const preflight = readPreflight(record);
			const accounts = await judgeAccounts(item, body, misfits, preflight);
			await warnOfContradiction(item, record, preflight);
			rememberMissingFiles(item, files);
			showMissingFiles(item, 'Checked without a file');
			return { json: toResult(record, preflight, accounts) };
		} finally {
			await removeAgain(item, files);
		}
	},
};

/** What the node and the service say of each account. */
async function judgeAccounts(
	item: Item,
	body: IDataObject,
	misfits: Misfits,
	preflight: Preflight,
): Promise<AccountPreview[]> {
	const destinations = [body.destinations ?? []].flat().filter(isRecord);
	const accounts: AccountPreview[] = [];
	for (const destination of destinations) {
		const misfit = misfits.of(destination);
		const shown = { destination, sharedText: body.text, files: [], misfit };
		accounts.push(await previewAccount(item, shown));
	}
	const asked = accounts.map((_account, index) => index);
	await enterVerdict(item, { body, accounts, asked }, preflight);
	return accounts;
}

/** The service's record after what the node says. Where both use a name, the service's field gets another one. */
function toResult(
	record: IDataObject,
	preflight: Preflight,
	accounts: AccountPreview[],
): IDataObject {
	const { message, accounts: ofService, ...others } = record;
	const ready = accounts.some((account) => account.ready === false) ? false : preflight.ready;
	return {
		message: describeAccounts(accounts),
		accounts: accounts.map(toVerdict),
		...others,
		...(message !== undefined && { service_message: message }),
		...(ofService !== undefined && { service_accounts: ofService }),
		...(ready !== undefined && !('ready' in record) && { ready }),
	};
}

const MAX_OBJECTION_LENGTH = 300;

/** The service's own `ready` is returned as it was sent, so a hint shows objections that contradict it. */
async function warnOfContradiction(
	item: Item,
	{ ready }: IDataObject,
	preflight: Preflight,
): Promise<void> {
	const [objection] = preflight.objections;
	if (ready !== true || objection === undefined) return;
	const text = item.connection.redact(objection.text).slice(0, MAX_OBJECTION_LENGTH);
	const complaints = [{ ...objection, text }];
	const [sentence] = await describeComplaints(item.connection, workspacePath(item), complaints);
	addHint(
		item,
		`The service calls the post ready, but it also reports: ${sentence} Check this before you publish the post.`,
	);
}

/** Removes files that were uploaded only for the check: a post that is not saved does not use them. */
async function removeAgain(item: Item, files: Attachment[]): Promise<void> {
	const remaining = await removeFiles(item, files);
	if (remaining.length === 0) return;
	addHint(item, `The post was only checked. ${describeRemaining(remaining)}`);
}
