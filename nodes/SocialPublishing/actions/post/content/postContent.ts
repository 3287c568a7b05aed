import type { AccountReference } from '../../../api/accountReferences';
import { reasonsForMissing, type Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { readCollection, readParameter } from '../../../properties/parameters';
import { asTextOfField } from '../../../properties/writtenText';
import { InputFailure } from '../../../shared/failure';
import { asSentence } from '../../../shared/text/sentences';
import {
	readDestinations,
	readNewMedia,
	readUpdatedDestinations,
	readUpdatedMedia,
	type SharedMedia,
} from './contentFields';
import { referencesOf, type DestinationBody, type RequestedDestinations } from './destinations';
import { nameAccounts } from '../refusals';

/** The requested content of a post. In a change, undefined fields stay as they are. */
export interface PostContent extends SharedMedia {
	text: string | undefined;
	/** Without the shared media. */
	destinations: DestinationBody[] | undefined;
}

/** The body that creates or changes a post. */
export type PostBody = { text?: string; destinations?: DestinationBody[] };

/** The content as entered, with accounts by name. */
export type RequestedContent = Omit<PostContent, 'destinations'> & {
	destinations: RequestedDestinations | undefined;
};

/** Reads and checks the fields of a new post. */
export async function readPostContent(item: Item): Promise<RequestedContent> {
	const destinations = readDestinations(item);
	const content: RequestedContent = {
		text: asTextOfField(item, 'text', readParameter(item, 'text', ''), 'Text'),
		destinations,
		...readNewMedia(item, addressesOf(destinations)),
	};
	await checkRequested(item, content);
	return content;
}

/** Reads and checks the fields of a change: only those that the user has added. */
export function readPostUpdate(item: Item): RequestedContent {
	const fields = readCollection(item, 'updateFields');
	const destinations = readUpdatedDestinations(item, fields);
	const content: RequestedContent = {
		text:
			'text' in fields ? asTextOfField(item, 'updateFields.text', fields.text, 'Text') : undefined,
		destinations,
		...readUpdatedMedia(item, fields, addressesOf(destinations)),
	};
	const isEmpty = content.text === undefined && content.destinations === undefined;
	if (isEmpty && !hasSharedMedia(content)) {
		throw new InputFailure(
			'There is nothing to change',
			"Add at least one of the 'Update Fields'.",
		);
	}
	return content;
}

/**
 * The body of the request. Pure.
 *
 * @param attachedIds media IDs of the files uploaded for the post, in the order of the files; undefined for an omitted file,
 * and an empty list for no files at all
 */
export function toPostBody(content: PostContent, attachedIds: Array<string | undefined>): PostBody {
	const { files } = content;
	const idsFor = (index: number | undefined) =>
		files.flatMap(({ destination }, nth) =>
			destination === index ? (attachedIds[nth] ?? []) : [],
		);
	const shared = [...content.mediaIds, ...idsFor(undefined)];
	const destinations = content.destinations?.map((destination, index) => {
		const { media_ids } = destination;
		if (hasOwnFiles(content, index)) {
			const own = Array.isArray(media_ids) ? media_ids : [];
			return { ...destination, media_ids: [...own, ...idsFor(index)] };
		}
		const isShared = shared.length > 0 && (media_ids ?? undefined) === undefined;
		return isShared ? { ...destination, media_ids: shared } : destination;
	});
	return {
		...(content.text !== undefined && { text: content.text }),
		...(destinations && { destinations }),
	};
}

export function hasSharedMedia({ mediaIds, files }: SharedMedia): boolean {
	return mediaIds.length > 0 || files.some(({ destination }) => destination === undefined);
}

function hasOwnFiles({ files }: SharedMedia, index: number): boolean {
	return files.some(({ destination }) => destination === index);
}

/** The web addresses of the media of each destination. */
function addressesOf(requested: RequestedDestinations | undefined): string[][] {
	return requested?.form === 'perAccount' ? requested.mediaUrls : [];
}

/**
 * A destination without text and without media has nothing to publish.
 *
 * @param found the files in their order, with the reason for each omitted file; empty before they are looked for
 * @throws InputFailure that names the account
 */
export async function checkRequested(
	item: Item,
	requested: RequestedContent,
	found: FoundFile[] = [],
): Promise<void> {
	const { destinations } = requested;
	const index = findEmpty(requested, found);
	if (index < 0) return;
	throw await emptyFailure(item, destinations && referencesOf(destinations)[index], found);
}

/** As `checkRequested`, once the accounts are known. */
export async function checkContent(
	item: Item,
	content: PostContent,
	found: FoundFile[],
): Promise<void> {
	const destinations = { form: 'json' as const, destinations: content.destinations ?? [] };
	await checkRequested(item, { ...content, destinations }, found);
}

type FoundFile = Pick<Attachment, 'missing'>;

/** The index of the first destination without text and without media; -1 if each has either. */
function findEmpty(content: RequestedContent, found: FoundFile[]): number {
	const hasFiles = (index: number | undefined) =>
		content.files.some(
			({ destination }, nth) => destination === index && found[nth]?.missing === undefined,
		);
	return statedDestinations(content.destinations).findIndex(
		({ text = content.text, media_ids }, index) => {
			const hasText = typeof text !== 'string' || text.trim() !== '';
			const hasOwn = Array.isArray(media_ids) || hasOwnFiles(content, index);
			const hasMedia = hasOwn
				? [media_ids ?? []].flat().length > 0 || hasFiles(index)
				: content.mediaIds.length > 0 || hasFiles(undefined);
			return !hasText && !hasMedia;
		},
	);
}

/** @param reference the accounts without content; undefined for those of a brand, which are not known yet */
async function emptyFailure(
	item: Item,
	reference: AccountReference | undefined,
	found: FoundFile[],
): Promise<InputFailure> {
	const { names, idSentences } = reference
		? await nameAccounts(item, reference)
		: { names: ['of the brand'], idSentences: [] };
	const word = reference && names.length === 1 ? 'account' : 'accounts';
	const reasons = reasonsForMissing(found).map(asSentence);
	return new InputFailure(
		`There is no text and no media for the ${word} ${names.join(', ')}`,
		[...reasons, 'Enter text, or attach a picture or video.', ...idSentences].join(' '),
	);
}

/** As many as there are references. The accounts of a brand are not known yet, so one entry stands for all. */
function statedDestinations(
	requested: RequestedDestinations | undefined,
): Array<Partial<DestinationBody>> {
	if (requested === undefined) return [];
	if ('destinations' in requested) return requested.destinations;
	return requested.form === 'brand' ? [{}] : requested.accounts.map(() => ({}));
}
