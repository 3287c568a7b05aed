import { readBrandAccounts, resolveAccounts } from '../../../api/accountReferences';
import type { IdempotencyMode } from '../../../commands/key';
import type { Attachment } from '../../../media/attachment';
import { findAttachments } from '../../../media/requestedFile';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { InputFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { referencesOf, type DestinationBody, type RequestedDestinations } from './destinations';
import { readLinkTags, tagLinks, type LinkTags } from './linkTags';
import { nameAccounts } from '../refusals';
import { checkRequested, type PostContent, type RequestedContent } from './postContent';
import { fitTexts, readTextOverflow, type Misfits, type TextOverflow } from './textOverflow';

/** How the texts of a post are adapted to its accounts. */
interface TextOptions {
	overflow: TextOverflow;
	tags: LinkTags | undefined;
}

/** @throws InputFailure for a value that does not exist */
export function readTextOptions(item: Item): TextOptions {
	return { overflow: readTextOverflow(item), tags: readLinkTags(item) };
}

/**
 * Finds the files of a new post.
 *
 * @param command how its key is made, and what distinguishes its uploads from those of other posts
 * @throws InputFailure if a destination has no text, and all of its files are missing
 */
export async function findPostFiles(
	item: Item,
	requested: RequestedContent,
	command: { idempotency: IdempotencyMode; content: unknown; owner?: unknown },
): Promise<Attachment[]> {
	const purpose = { workspacePath: workspacePath(item), ...command };
	const files = await findAttachments(item, requested, purpose);
	await checkRequested(item, requested, files);
	return files;
}

interface AdaptedContent {
	/** The content as entered, with the IDs of its accounts. */
	resolved: PostContent;
	/** With tagged links. */
	tagged: PostContent;
	/** The content to send: links tagged, texts fitted to the limits of the accounts. */
	content: PostContent;
}

/**
 * Finds the accounts of a post, and adapts its texts to them. Only reads.
 *
 * @param misfits as in `fitTexts`
 */
export async function adaptContent(
	item: Item,
	requested: RequestedContent,
	{ overflow, tags }: TextOptions,
	misfits?: Misfits,
): Promise<AdaptedContent> {
	const resolved = await resolveContent(item, requested);
	const tagged = await tagLinks(item, resolved, tags);
	return { resolved, tagged, content: await fitTexts(item, tagged, overflow, misfits) };
}

/**
 * Replaces the names of accounts with their IDs, and a brand with its accounts. Only reads.
 *
 * @throws InputFailure if a name stands for no account or for several, or if two destinations are for the same account
 */
export async function resolveContent(item: Item, content: RequestedContent): Promise<PostContent> {
	const { destinations } = content;
	return {
		...content,
		destinations: destinations && (await resolveDestinations(item, destinations)),
	};
}

async function resolveDestinations(
	item: Item,
	requested: RequestedDestinations,
): Promise<DestinationBody[]> {
	const { connection } = item;
	const workspace = workspacePath(item);
	const references = referencesOf(requested);
	const ids =
		requested.form === 'brand'
			? await readBrandAccounts(connection, workspace, requested.brandId)
			: (await resolveAccounts(connection, workspace, references, isChosenIn(item))).flat();
	if (!('destinations' in requested)) {
		// An account that is listed twice must not receive the post twice.
		return [...new Set(ids)].map((account_id) => ({ account_id }));
	}
	const texts = references.map(({ text }) => text);
	await refuseRepeated(item, ids, texts);
	return requested.destinations.map((destination, index) => ({
		...destination,
		account_id: ids[index] ?? destination.account_id,
	}));
}

/** Lists in the editor enter IDs into the fields; names come from expressions, or are typed. */
function isChosenIn({ functions, index }: Item): (text: string) => boolean {
	const raw = { rawExpressions: true };
	const readList = (field: string): unknown[] => {
		const value: unknown = functions.getNodeParameter(field, index, [], raw);
		return Array.isArray(value) ? value : [];
	};
	return (text) =>
		['', 'updateFields.'].some(
			(place) =>
				readList(`${place}accountIds`).includes(text) ||
				readList(`${place}destinations.destination`).some(
					(row) => readRecord(row).accountId === text,
				),
		);
}

/** If two destinations are for the same account, either may be meant. */
async function refuseRepeated(item: Item, ids: string[], texts: string[]): Promise<void> {
	for (const [index, id] of ids.entries()) {
		const first = ids.indexOf(id);
		if (first === index) continue;
		const { names, idSentences } = await nameAccounts(item, { text: id, parts: [id] });
		const entered = [...new Set([texts[first], texts[index]])].map((text) => `"${text}"`);
		throw new InputFailure(
			`The same account is chosen twice: ${(entered.length === 1 ? names : entered).join(' and ')}`,
			['Keep one of them: a post goes to each account only once.', ...idSentences].join(' '),
		);
	}
}
