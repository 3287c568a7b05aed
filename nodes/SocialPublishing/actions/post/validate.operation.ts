import type { IDataObject } from 'n8n-workflow';

import { withEtag } from '../../api/posts';
import type { Preflight } from '../../api/readings/preflight';
import { attachFiles } from '../../media/attachFiles';
import {
	describeRemaining,
	rememberMissingFiles,
	removeFiles,
	showMissingFiles,
	type Attachment,
} from '../../media/attachment';
import { optionsCollection } from '../../properties/commonFields';
import { addHint, type Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import type { Operation } from '../operation';
import { readChosenAccounts } from './content/contentFields';
import { contentProperties } from './content/contentProperties';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, missingMediaOption } from './content/mediaProperties';
import { checkContent, readPostContent, toPostBody } from './content/postContent';
import { describeComplaints, readVerdict } from './content/preflight';
import { adaptContent, readTextOptions } from './content/prepareContent';
import { textOverflowOption, type Misfits } from './content/textOverflow';
import { bodyFor, enterVerdict } from './preview/askService';
import {
	describeAccounts,
	previewAccount,
	toVerdict,
	type AccountPreview,
} from './preview/describePreview';
import { findFiles, prepareFound, reportFiles } from './preview/shownFiles';

export const validate: Operation = {
	option: {
		name: 'Validate',
		value: 'validate',
		action: 'Validate post',
		description: 'Check whether a post could be published, without saving it',
	},
	readAccounts: readChosenAccounts,
	properties: [
		workspaceLocator,
		...contentProperties,
		optionsCollection([altTextsOption, linkTagsOption, missingMediaOption, textOverflowOption]),
	],

	async execute(item) {
		const requested = await readPostContent(item);
		const { skipsMissing } = requested;
		const options = readTextOptions(item);
		const files = await findFiles(item, requested);
		const misfits: Misfits = new Map();
		const { content } = await adaptContent(item, requested, options, misfits);
		for (const [nth, file] of files.entries()) {
			file.prepared = await prepareFound(item, file, requested.files[nth], skipsMissing);
		}
		// Where a missing file is a problem, it counts as media.
		await checkContent(item, content, skipsMissing ? files : []);
		const { problems, complete, needed } = reportFiles(content, files, skipsMissing);
		await attachFiles(item, needed);
		const body = toPostBody(
			content,
			files.map(({ mediaId }) => mediaId),
		);
		try {
			const record = complete.length === 0 ? {} : await ask(item, bodyFor(body, complete));
			const preflight = readVerdict(record, body);
			const accounts: AccountPreview[] = [];
			for (const [index, destination] of (body.destinations ?? []).entries()) {
				const obstacles = problems[index] ?? [];
				const shown = { destination, sharedText: body.text, files: [], obstacles, misfits };
				accounts.push(await previewAccount(item, shown));
			}
			const isObstructed = accounts.some(({ ready }) => ready === false);
			await enterVerdict(item, { body, accounts, asked: complete }, preflight);
			await warnOfContradiction(item, record, preflight);
			if (skipsMissing) {
				rememberMissingFiles(item, files);
				showMissingFiles(item, 'Checked without a file');
			}
			return { json: toResult(record, preflight, accounts, isObstructed) };
		} finally {
			await removeAgain(item, files);
		}
	},
};

async function ask(item: Item, json: IDataObject): Promise<IDataObject> {
	const { data, etag } = await call(item.connection, {
		purpose: 'validate the post',
		method: 'POST',
		path: `${workspacePath(item)}/posts/validate`,
		json,
		safety: 'safe',
	});
	return withEtag(readRecord(data), etag);
}

/**
 * The service's record after what the node says. Where both use a name, the service's field gets another one.
 *
 * @param isObstructed the node itself sees an obstacle, of which the service may not know
 */
function toResult(
	record: IDataObject,
	preflight: Preflight,
	accounts: AccountPreview[],
	isObstructed: boolean,
): IDataObject {
	const { message, accounts: ofService, ...others } = record;
	const ready = accounts.some((account) => account.ready === false) ? false : preflight.ready;
	const isOverruled = isObstructed && 'ready' in record && record.ready !== false;
	return {
		message: describeAccounts(accounts),
		accounts: accounts.map(toVerdict),
		...others,
		...(message !== undefined && { service_message: message }),
		...(ofService !== undefined && { service_accounts: ofService }),
		...(isOverruled && { ready: false, service_ready: record.ready }),
		...(ready !== undefined && !('ready' in record) && { ready }),
	};
}

const MAX_OBJECTION_LENGTH = 300;

/**
 * Unless the node itself sees an obstacle, a `ready` of the service is returned as it was sent, so a hint shows objections
 * that contradict it.
 */
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
