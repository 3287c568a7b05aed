import { jsonParse, type IDataObject } from 'n8n-workflow';

import type { AccountReference } from '../../../api/accountReferences';
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
import { readExpression, refuseGaps, refuseGapsInJson } from '../../../properties/writtenText';
import { InputFailure } from '../../../shared/failure';
import { isRecord, readRecord } from '../../../shared/json';
import {
	JSON_LABEL,
	OWN_MEDIA_URLS,
	OWN_TEXT,
	readDestinationFields,
	referencesOf,
	REPLIES,
	type DestinationForm,
	type RequestedDestinations,
} from './destinations';
import { altTextsOption, binaryPropertyNames, mediaIds, mediaUrls } from './mediaProperties';

const FORMS: DestinationForm[] = ['accounts', 'brand', 'perAccount', 'json'];

const FIELD_OF_FORM: Record<DestinationForm, string> = {
	accounts: 'accountIds',
	brand: 'brandId',
	perAccount: 'destinations',
	json: 'destinationsJson',
};

/** The destinations of a new post, as entered. */
export function readDestinations(item: Item): RequestedDestinations {
	const form = asChoice(readParameter(item, 'destinationInput', 'accounts'), FORMS, 'Post To');
	refuseGapsIn(form, item, FIELD_OF_FORM[form]);
	return readDestinationFields(form, readParameter(item, FIELD_OF_FORM[form], []));
}

/** The chosen accounts of a new post; none for a brand. */
export function readChosenAccounts(item: Item): AccountReference[] {
	return referencesOf(readDestinations(item));
}

export function readUpdatedAccounts(item: Item): AccountReference[] {
	const destinations = readUpdatedDestinations(item, readCollection(item, 'updateFields'));
	return destinations === undefined ? [] : referencesOf(destinations);
}

/** In a change, the field that was added may determine the form. */
export function readUpdatedDestinations(
	item: Item,
	fields: IDataObject,
): RequestedDestinations | undefined {
	const given = FORMS.filter((form) => fields[FIELD_OF_FORM[form]] !== undefined);
	const { destinationInput } = fields;
	const form =
		destinationInput === undefined ? given[0] : asChoice(destinationInput, FORMS, 'Post To');
	if (form === undefined) return undefined;
	if (destinationInput === undefined && given.length > 1) {
		throw new InputFailure(
			'The accounts are specified in more than one way',
			"Keep one of the fields, or add the field 'Post To' to choose which one counts.",
		);
	}
	refuseGapsIn(form, item, `updateFields.${FIELD_OF_FORM[form]}`);
	return readDestinationFields(form, fields[FIELD_OF_FORM[form]]);
}

/** @throws InputFailure if a part of a text refers to a column that the item does not have */
function refuseGapsIn(form: DestinationForm, item: Item, fieldPath: string): void {
	if (form === 'json') {
		refuseGapsInJson(item, readExpression(item, fieldPath), JSON_LABEL, textsInJson);
	}
	if (form !== 'perAccount') return;
	const { destination } = readRecord(readExpression(item, fieldPath));
	for (const { text, thread } of [destination].flat().filter(isRecord)) {
		refuseGaps(item, text, OWN_TEXT);
		for (const reply of [thread].flat()) refuseGaps(item, reply, REPLIES);
	}
}

/** The texts of all accounts, with their replies. */
function textsInJson(destinations: unknown): unknown[] {
	const texts = ({ text, options }: IDataObject) => [text, readRecord(options).thread].flat();
	return [destinations].flat().filter(isRecord).flatMap(texts);
}

/** The media of every destination without its own media. */
export interface SharedMedia extends RequestedFiles {
	/** The IDs of existing media. The files are attached after them. */
	mediaIds: string[];
}

const FIELD_OF_SOURCE = { input: binaryPropertyNames, address: mediaUrls, library: mediaIds };

/**
 * Reads the media of a new post: the shared media only from the field of the chosen source.
 *
 * @param ownAddresses the web addresses of the media of each destination
 */
export function readNewMedia(item: Item, ownAddresses: string[][]): SharedMedia {
	const chosen = readParameter(item, 'mediaSource', 'none');
	const source = asChoice(chosen, ['none', 'input', 'address', 'library'], 'Media');
	const field = source === 'none' ? undefined : FIELD_OF_SOURCE[source];
	const fields = field ? { [field.name]: readParameter(item, field.name, field.default) } : {};
	const media = readMedia(item, fields, ownAddresses, field?.displayName);
	return { ...media, skipsMissing: readSkipsMissing(item) };
}

/** As `readNewMedia`, for a change: from all fields that the user has added. */
export function readUpdatedMedia(
	item: Item,
	fields: Record<string, unknown>,
	ownAddresses: string[][],
): SharedMedia {
	return { ...readMedia(item, fields, ownAddresses), skipsMissing: false };
}

/** @param requiredField the name of a field that must not be empty */
function readMedia(
	item: Item,
	fields: Record<string, unknown>,
	ownAddresses: string[][],
	requiredField?: string,
): Omit<SharedMedia, 'skipsMissing'> {
	const ids = readIds(fields.mediaIds, mediaIds.displayName);
	const names = readPropertyNames(fields.binaryPropertyNames, binaryPropertyNames.displayName);
	const addresses = readAddresses(fields.mediaUrls, mediaUrls.displayName);
	const origins: Origin[] = [
		...names.map((propertyName) => ({ propertyName })),
		...addresses.map((address) => toOrigin(address, mediaUrls.displayName)),
	];
	if (requiredField !== undefined && ids.length === 0 && origins.length === 0) {
		origins.push({ emptyField: requiredField });
	}
	const own = ownAddresses.flatMap((each, destination) =>
		each.map((address) => ({ ...toOrigin(address, OWN_MEDIA_URLS), destination })),
	);
	return { mediaIds: ids, files: withAltTexts(item, [...origins, ...own]) };
}

function toOrigin(address: string, label: string): Origin {
	return address === '' ? { emptyField: label } : { address };
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
