import { jsonParse } from 'n8n-workflow';

import type { Origin, RequestedFile, RequestedFiles } from '../../../media/requestedFile';
import { readAddresses } from '../../../media/webAddress';
import type { Item } from '../../../properties/item';
import {
	asChoice,
	asText,
	readCollection,
	readIds,
	readParameter,
	readPropertyNames,
} from '../../../properties/parameters';
import { InputFailure } from '../../../shared/failure';
import { altTextsOption, binaryPropertyNames, mediaIds, mediaUrls } from './mediaProperties';

/** The media of every destination without its own media. */
export interface SharedMedia extends RequestedFiles {
	/** The IDs of existing media. The files are attached after them. */
	mediaIds: string[];
}

/**
 * Reads the media of a new post: the shared media only from the field of the chosen source.
 *
 * @param ownAddresses the web addresses of the media of each destination
 */
export function readNewMedia(item: Item, ownAddresses: string[][]): SharedMedia {
	const { mediaIds: ids, origins } = readSource(item);
	const all = [...origins, ...toOwnOrigins(ownAddresses)];
	return {
		mediaIds: ids,
		files: withAltTexts(item, all),
		skipsMissing: readSkipsMissing(item),
	};
}

function readSource(item: Item): { mediaIds: string[]; origins: Origin[] } {
	const chosen = readParameter(item, 'mediaSource', 'none');
	const source = asChoice(chosen, ['none', 'input', 'address', 'library'], 'Media');
	if (source === 'none') return { mediaIds: [], origins: [] };
	if (source === 'library') {
		const ids = toMediaIds(readParameter(item, mediaIds.name, []));
		return { mediaIds: ids, origins: ids.length > 0 ? [] : [missing(mediaIds)] };
	}
	const [field, origins] =
		source === 'input'
			? [binaryPropertyNames, toPropertyNames(readParameter(item, 'binaryPropertyNames', 'data'))]
			: [mediaUrls, toAddresses(readParameter(item, 'mediaUrls', ''))];
	return { mediaIds: [], origins: origins.length > 0 ? origins : [missing(field)] };
}

/** As `readNewMedia`, for a change: from all fields that the user has added. */
export function readUpdatedMedia(
	item: Item,
	fields: Record<string, unknown>,
	ownAddresses: string[][],
): SharedMedia {
	const origins = [
		...toPropertyNames(fields.binaryPropertyNames),
		...toAddresses(fields.mediaUrls),
		...toOwnOrigins(ownAddresses),
	];
	return {
		mediaIds: toMediaIds(fields.mediaIds),
		files: withAltTexts(item, origins),
		skipsMissing: false,
	};
}

function toOwnOrigins(ownAddresses: string[][]): Origin[] {
	return ownAddresses.flatMap((addresses, destination) =>
		toOrigins(addresses).map((origin) => ({ ...origin, destination })),
	);
}

function toMediaIds(value: unknown): string[] {
	return readIds(value, mediaIds.displayName);
}

function toPropertyNames(value: unknown): Origin[] {
	const names = readPropertyNames(value, binaryPropertyNames.displayName);
	return names.map((propertyName) => ({ propertyName }));
}

function toAddresses(value: unknown): Origin[] {
	return toOrigins(readAddresses(value, mediaUrls.displayName));
}

function toOrigins(addresses: string[]): Origin[] {
	const emptyField = mediaUrls.displayName;
	return addresses.map((address) => (address === '' ? { emptyField } : { address }));
}

function missing({ displayName }: { displayName: string }): Origin {
	return { emptyField: displayName };
}

/** The files in their order, each once: feeds often state the same picture twice. */
function withAltTexts(item: Item, origins: Origin[]): RequestedFile[] {
	const texts = readAltTexts(readCollection(item, 'options').altTexts);
	if (Array.isArray(texts) && texts.length > origins.length && origins.length > 0) {
		throw new InputFailure(
			`'${altTextsOption.displayName}' has ${texts.length} texts for ${origins.length} files`,
			'List one text for each file, in the order of the files.',
		);
	}
	const files = new Map<string, RequestedFile>();
	for (const [index, origin] of origins.entries()) {
		const key = JSON.stringify(origin);
		const altText = (Array.isArray(texts) ? texts[index] : texts) ?? '';
		if (!files.has(key)) files.set(key, { ...origin, altText });
	}
	return [...files.values()];
}

/** A list, also as JSON, or one text for all files. */
function readAltTexts(value: unknown): string | string[] {
	const label = altTextsOption.displayName;
	const list = typeof value === 'string' && value.trim().startsWith('[') ? parseList(value) : value;
	if (Array.isArray(list)) return list.map((text) => asText(text, label).trim());
	return asText(list, label).trim();
}

/** A text that starts with a bracket, but is not JSON, stays as it is. */
function parseList(text: string): unknown {
	const list = jsonParse<unknown>(text, { fallbackValue: text });
	return Array.isArray(list) ? list : text;
}

function readSkipsMissing(item: Item): boolean {
	const { missingMedia = 'fail' } = readCollection(item, 'options');
	return asChoice(missingMedia, ['fail', 'skip'], 'If Media Is Missing') === 'skip';
}
