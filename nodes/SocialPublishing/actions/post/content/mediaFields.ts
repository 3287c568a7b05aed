import { jsonParse } from 'n8n-workflow';

import type { RequestedFile, RequestedFiles } from '../../../media/requestedFile';
import { readAddresses } from '../../../media/webAddress';
import type { Item } from '../../../properties/item';
import {
	asText,
	readCollection,
	readIds,
	readParameter,
	readPropertyNames,
} from '../../../properties/parameters';
import { InputFailure } from '../../../shared/failure';
import { altTextsOption, binaryPropertyNames, mediaIds, mediaUrls } from './mediaProperties';

/** The media that every destination without media of its own gets. */
export interface SharedMedia extends RequestedFiles {
	/** Of media that exist already; the files are attached after them. */
	mediaIds: string[];
}

/** A file without its alt text. */
type Origin = { propertyName: string } | { address: string } | { emptyField: string };

/** Reads the media of a new post, only from the field of the chosen source. */
export function readNewMedia(item: Item): SharedMedia {
	const skipsMissing = readSkipsMissing(item);
	const source = readParameter(item, 'mediaSource', 'none');
	if (source === 'none') return { mediaIds: [], files: [], skipsMissing };
	if (source === 'library') {
		const ids = toMediaIds(readParameter(item, mediaIds.name, ''));
		return { mediaIds: ids, files: ids.length > 0 ? [] : [missing(mediaIds)], skipsMissing };
	}
	if (source === 'input') {
		const origins = toPropertyNames(readParameter(item, binaryPropertyNames.name, 'data'));
		const files = origins.length > 0 ? withAltTexts(item, origins) : [missing(binaryPropertyNames)];
		return { mediaIds: [], files, skipsMissing };
	}
	if (source === 'address') {
		const origins = toAddresses(readParameter(item, mediaUrls.name, ''));
		const files = origins.length > 0 ? withAltTexts(item, origins) : [missing(mediaUrls)];
		return { mediaIds: [], files, skipsMissing };
	}
	throw new InputFailure('Media must be none, input, address or library');
}

/** Reads the media of a change: from all fields that the user has added. */
export function readUpdatedMedia(item: Item, fields: Record<string, unknown>): SharedMedia {
	const origins = [
		...toPropertyNames(fields.binaryPropertyNames),
		...toAddresses(fields.mediaUrls),
	];
	return {
		mediaIds: toMediaIds(fields.mediaIds),
		files: withAltTexts(item, origins),
		skipsMissing: false,
	};
}

function toMediaIds(value: unknown): string[] {
	return readIds(value, mediaIds.displayName);
}

function toPropertyNames(value: unknown): Origin[] {
	const names = readPropertyNames(value, binaryPropertyNames.displayName);
	return names.map((propertyName) => ({ propertyName }));
}

function toAddresses(value: unknown): Origin[] {
	const emptyField = mediaUrls.displayName;
	const addresses = readAddresses(value, emptyField);
	return addresses.map((address) => (address === '' ? { emptyField } : { address }));
}

function missing({ displayName }: { displayName: string }): RequestedFile {
	return { emptyField: displayName, altText: '' };
}

/** The files in their order, each once: feeds often state the same picture twice. */
function withAltTexts(item: Item, origins: Origin[]): RequestedFile[] {
	const texts = readAltTexts(readCollection(item, 'options').altTexts);
	if (Array.isArray(texts) && texts.length > origins.length && origins.length > 0) {
		throw new InputFailure(
			`${altTextsOption.displayName} has ${texts.length} texts for ${origins.length} files`,
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

/** Text that merely starts with a bracket stays as it is. */
function parseList(text: string): unknown {
	const list = jsonParse<unknown>(text, { fallbackValue: text });
	return Array.isArray(list) ? list : text;
}

function readSkipsMissing(item: Item): boolean {
	const { missingMedia = 'fail' } = readCollection(item, 'options');
	if (missingMedia === 'fail' || missingMedia === 'skip') return missingMedia === 'skip';
	throw new InputFailure('If Media Is Missing must be fail or skip');
}
