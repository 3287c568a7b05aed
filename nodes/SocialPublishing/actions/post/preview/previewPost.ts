import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../../api/accountDirectory';
import { describeFailedDelivery, hasFailed, type SimpleDelivery } from '../../../api/deliveries';
import { phase } from '../../../api/phase';
import { readPost } from '../../../api/posts';
import { isIdleStatus, readDestinations, readMediaIds } from '../../../api/readings/post';
import { simplifyPost } from '../../../api/simplePost';
import type { Item } from '../../../properties/item';
import { readPostPath, workspacePath } from '../../../properties/locators';
import { readId } from '../../../properties/parameters';
import { getOrCompute } from '../../../shared/maps';
import { textOf } from '../../../shared/json';
import { asSentence } from '../../../shared/text/sentences';
import { toDestinationBody } from '../content/destinationOfPost';
import type { DestinationBody } from '../content/destinations';
import { readCheckFirst } from '../publishing/checkFirst';
import { askService } from './askService';
import { describeLibraryFile } from './describeMedia';
import { previewAccount, type AccountPreview } from './describePreview';
import type { PreviewedFile, PreviewFiles } from './previewFiles';
import { mediaIdsOf } from './shownFiles';

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
