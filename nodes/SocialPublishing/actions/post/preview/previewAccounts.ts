import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../../api/accountDirectory';
import { describeFailedDelivery, hasFailed, type SimpleDelivery } from '../../../api/deliveries';
import { phase } from '../../../api/phase';
import { readPost } from '../../../api/posts';
import { isIdleStatus, readDestinations, readMediaIds } from '../../../api/readings/post';
import { simplifyPost } from '../../../api/simplePost';
import type { Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { readPostPath, workspacePath } from '../../../properties/locators';
import { readId } from '../../../properties/parameters';
import { getOrCompute } from '../../../shared/maps';
import { textOf } from '../../../shared/json';
import { asSentence } from '../../../shared/text/sentences';
import { toDestinationBody, type DestinationBody } from '../content/destinations';
import {
	checkContent,
	readPostContent,
	toPostBody,
	type RequestedContent,
} from '../content/postContent';
import { adaptContent, readTextOptions } from '../content/prepareContent';
import { textsOf } from '../content/textLimits';
import type { Misfits } from '../content/textOverflow';
import { readCheckFirst } from '../content/preflight';
import { askService } from './askService';
import { describeLibraryFile, describeNewFile, type PreviewFiles } from './describeMedia';
import { previewAccount, type AccountPreview } from './describePreview';
import {
	assignMedia,
	fileNumberOf,
	findFiles,
	mediaIdsOf,
	problemsForAll,
	type PreviewedFile,
} from './shownFiles';

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

export interface PreviewedPost {
	/** The fields of the post itself. */
	fields: IDataObject;
	/** Its state, in a sentence. */
	message: string;
	/** It could still be published on its accounts, so the verdicts on them matter. */
	isIdle: boolean;
}

/** Shows a post as the service has it. */
export async function previewPost(
	item: Item,
	files: PreviewFiles,
): Promise<{ accounts: AccountPreview[]; post: PreviewedPost }> {
	const isChecked = readCheckFirst(item);
	const id = readId(item, 'postId', 'Post');
	const path = readPostPath(item);
	const { post, etag = null } = await readPost(item.connection, path, 'get the post');
	const names = await readAccountNames(item.connection, workspacePath(item));
	const { accounts: deliveries, message, scheduled_at, status } = simplifyPost(post, names);
	const isIdle = isIdleStatus(phase(post));
	const text = textOf(post.text);
	const destinations = readDestinations(post).map(
		(each): DestinationBody => ({
			...toDestinationBody(post, each),
			media_ids: readMediaIds(post, each),
		}),
	);
	const media = new Map<string, Promise<PreviewedFile>>();
	const accounts: AccountPreview[] = [];
	for (const [index, destination] of destinations.entries()) {
		const ofAccount: PreviewedFile[] = [];
		for (const mediaId of mediaIdsOf(destination)) {
			const read = async () => await describeLibraryFile(item, mediaId, true, files);
			ofAccount.push(await getOrCompute(media, mediaId, read));
		}
		const delivery = deliveries[index];
		accounts.push({
			...(await previewAccount(item, {
				destination,
				sharedText: text,
				files: ofAccount,
				outcome: isIdle || delivery === undefined ? undefined : outcomeOf(delivery),
			})),
			...(delivery && { name: delivery.name, platform: delivery.platform }),
		});
	}
	if (isIdle && isChecked) {
		await askService(item, { ...(text !== undefined && { text }), destinations }, accounts);
	}
	const fields = { id: post.id ?? id, status, scheduled_at, etag };
	return { accounts, post: { fields, message, isIdle: isIdle && accounts.length > 0 } };
}

function outcomeOf(delivery: SimpleDelivery) {
	return {
		state: delivery.status ?? undefined,
		problem: hasFailed(delivery) ? asSentence(describeFailedDelivery(delivery)) : undefined,
	};
}
