import type { Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import {
	checkContent,
	readPostContent,
	toPostBody,
	type RequestedContent,
} from '../content/postContent';
import { adaptContent, readTextOptions } from '../content/prepareContent';
import { textsOf } from '../content/textLimits';
import type { Misfits } from '../content/textOverflow';
import { readCheckFirst } from '../publishing/checkFirst';
import { askService } from './askService';
import { describeLibraryFile, describeNewFile } from './describeMedia';
import { previewAccount, type AccountPreview } from './describePreview';
import type { PreviewedFile, PreviewFiles } from './previewFiles';
import { assignMedia, fileNumberOf, findFiles, mediaIdsOf, problemsForAll } from './shownFiles';

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
	const attachments = await findFiles(item, requested);
	const misfits: Misfits = new Map();
	const { resolved, tagged, content } = await adaptContent(item, requested, options, misfits);
	const { destinations, mediaIds } = assignMedia(content, attachments.length);
	const media = await describeFiles(item, requested, attachments, mediaIds, files);
	const obstacles = problemsForAll(destinations, media);
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
				misfits,
			}),
		);
	}
	if (isChecked) await askService(item, toPostBody(content, []), accounts);
	return accounts;
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
		const nth = fileNumberOf(id) ?? -1;
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
