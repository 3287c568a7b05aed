import type { IDataObject } from 'n8n-workflow';

import type { Attachment } from '../../../media/attachment';
import { findAttachments } from '../../../media/requestedFile';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { isRecord } from '../../../shared/json';
import {
	checkContent,
	readPostContent,
	toPostBody,
	type PostContent,
	type RequestedContent,
} from '../content/postContent';
import { adaptContent, readTextOptions } from '../content/prepareContent';
import { textsOf } from '../content/textLimits';
import { Misfits } from '../content/textOverflow';
import { readCheckFirst } from '../publishing/checkFirst';
import { askService } from './askService';
import { describeLibraryFile, describeNewFile } from './describeMedia';
import { previewAccount, type AccountPreview } from './describePreview';
import type { PreviewedFile, PreviewFiles } from './previewFiles';

/**
 * Shows the content in the fields as Create would send it.
 *
 * @throws InputFailure for what Create could not even read
 */
export async function previewContent(item: Item, files: PreviewFiles): Promise<AccountPreview[]> {
	const requested = await readPostContent(item);
	const { skipsMissing } = requested;
	const options = readTextOptions(item);
	const isChecked = readCheckFirst(item);
	// A missing file is shown as a problem of its accounts, so the search does not end at it.
	const search = { ...requested, skipsMissing: true };
	const attachments = await findAttachments(item, search, { workspacePath: workspacePath(item) });
	const misfits = new Misfits();
	const { resolved, tagged, content } = await adaptContent(item, requested, options, misfits.add);
	const { destinations, mediaIds } = assignMedia(content, attachments.length);
	const media = await describeFiles(item, requested, attachments, mediaIds, files);
	const used = new Set(destinations.flatMap(mediaIdsOf));
	const obstacles = [...media].flatMap(([id, { problem = [] }]) => (used.has(id) ? [] : problem));
	// Where a missing file is a problem, it counts as media.
	await checkContent(item, content, skipsMissing ? attachments : []);
	const fitted = options.overflow === 'split' ? 'split' : 'shortened';
	const accounts: AccountPreview[] = [];
	for (const [index, destination] of destinations.entries()) {
		const [entered, withTags, sent] = [resolved, tagged, content].map((each) =>
			JSON.stringify(textsOf(each.destinations?.[index] ?? {}, each.text)),
		);
		accounts.push(
			await previewAccount(item, {
				destination,
				sharedText: content.text,
				files: mediaIdsOf(destination).flatMap((id) => media.get(id) ?? []),
				changes: [
					...(sent === withTags ? [] : [fitted]),
					...(entered === withTags ? [] : ['tagged']),
				],
				obstacles,
				misfit: misfits.of(destination),
			}),
		);
	}
	if (isChecked) await askService(item, toPostBody(content, []), accounts);
	return accounts;
}

const PREFIX = 'file to upload ';

/** The destinations with the media of each. The numbers of the files stand for the media IDs that they do not have yet. */
function assignMedia(
	content: PostContent,
	fileCount: number,
): { destinations: IDataObject[]; mediaIds: Set<string> } {
	const placeholders = Array.from({ length: fileCount }, (_, nth) => `${PREFIX}${nth}`);
	const body = toPostBody(content, placeholders);
	const destinations = [body.destinations ?? []].flat().filter(isRecord);
	// Create also uploads a file that every account replaces.
	const mediaIds = new Set([...destinations.flatMap(mediaIdsOf), ...placeholders]);
	return { destinations, mediaIds };
}

function mediaIdsOf({ media_ids }: IDataObject): string[] {
	return [media_ids ?? []].flat().map(String);
}

async function describeFiles(
	item: Item,
	{ files: origins, skipsMissing }: RequestedContent,
	attachments: Attachment[],
	mediaIds: Set<string>,
	files: PreviewFiles,
): Promise<Map<string, PreviewedFile>> {
	const described = new Map<string, PreviewedFile>();
	for (const id of mediaIds) {
		const nth = id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : -1;
		const attachment = attachments[nth];
		// A row without a picture is not one whose picture is left out.
		if (skipsMissing && attachment?.isEmpty) continue;
		described.set(
			id,
			attachment === undefined
				? await describeLibraryFile(item, id, false, files)
				: await describeNewFile(item, attachment, origins[nth], skipsMissing, files),
		);
	}
	return described;
}
