import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../../properties/item';
import { asText, readCollection, readParameter } from '../../../properties/parameters';
import { InputFailure } from '../../../shared/failure';
import { asSentence } from '../../../shared/sentences';
import {
	readDestinationFields,
	type DestinationForm,
	type RequestedDestinations,
} from './destinations';
import { readNewMedia, readUpdatedMedia, type SharedMedia } from './mediaFields';

/** The requested content of a post. In a change, a field that stays as it is is undefined. */
export interface PostContent extends SharedMedia {
	text: string | undefined;
	/** In the format of the service, without the shared media. */
	destinations: IDataObject[] | undefined;
}

/** The content as it is entered, with accounts by name. */
export type RequestedContent = Omit<PostContent, 'destinations'> & {
	destinations: RequestedDestinations | undefined;
};

const FIELD_OF_FORM: Record<DestinationForm, string> = {
	accounts: 'accountIds',
	brand: 'brandId',
	perAccount: 'destinations',
	json: 'destinationsJson',
};

/** Reads and checks the fields of a new post. */
export function readPostContent(item: Item): RequestedContent {
	const form = asForm(readParameter(item, 'destinationInput', 'accounts'));
	const content: RequestedContent = {
		text: asText(readParameter(item, 'text', ''), 'Text'),
		destinations: readDestinationFields(form, readParameter(item, FIELD_OF_FORM[form], [])),
		...readNewMedia(item),
	};
	checkRequested(content);
	return content;
}

/** Reads and checks the fields of a change: only those that the user has added. */
export function readPostUpdate(item: Item): RequestedContent {
	const fields = readCollection(item, 'updateFields');
	const content: RequestedContent = {
		text: fields.text === undefined ? undefined : asText(fields.text, 'Text'),
		destinations: readUpdatedDestinations(fields),
		...readUpdatedMedia(item, fields),
	};
	const isEmpty = content.text === undefined && content.destinations === undefined;
	if (isEmpty && !hasSharedMedia(content)) {
		throw new InputFailure('There is nothing to change', 'Add at least one of the Update Fields.');
	}
	return content;
}

/**
 * The body of the request. Pure.
 *
 * @param attachedIds media IDs of the files uploaded for the post
 */
export function toPostBody(content: PostContent, attachedIds: string[]): IDataObject {
	const shared = [...content.mediaIds, ...attachedIds];
	const destinations = content.destinations?.map((destination) =>
		shared.length > 0 && (destination.media_ids ?? undefined) === undefined
			? { ...destination, media_ids: shared }
			: destination,
	);
	return {
		...(content.text !== undefined && { text: content.text }),
		...(destinations && { destinations }),
	};
}

export function hasSharedMedia({ mediaIds, files }: SharedMedia): boolean {
	return mediaIds.length + files.length > 0;
}

/** In a change, the field that was added may determine the form. */
function readUpdatedDestinations(fields: IDataObject): RequestedDestinations | undefined {
	const given = FORMS.filter((form) => fields[FIELD_OF_FORM[form]] !== undefined);
	const form = fields.destinationInput === undefined ? given[0] : asForm(fields.destinationInput);
	if (form === undefined) return undefined;
	if (fields.destinationInput === undefined && given.length > 1) {
		throw new InputFailure(
			'Destinations are specified in more than one way',
			'Keep one of the fields, or add the Destinations field to choose which one counts.',
		);
	}
	return readDestinationFields(form, fields[FIELD_OF_FORM[form]]);
}

const FORMS: DestinationForm[] = ['accounts', 'brand', 'perAccount', 'json'];

function asForm(value: unknown): DestinationForm {
	const form = FORMS.find((candidate) => candidate === value);
	if (form !== undefined) return form;
	throw new InputFailure('Destinations must be accounts, brand, perAccount or json');
}

/**
 * A destination without text and without media has nothing to publish.
 *
 * @param missing why each of the files is missing that are left out
 * @throws InputFailure
 */
export function checkRequested(requested: RequestedContent, missing: string[] = []): void {
	checkComplete(requested, statedDestinations(requested.destinations), missing);
}

/** As `checkRequested`, once the accounts are known. */
export function checkContent(content: PostContent, missing: string[]): void {
	checkComplete(content, content.destinations ?? [], missing);
}

function checkComplete(
	content: SharedMedia & Pick<PostContent, 'text'>,
	destinations: IDataObject[],
	missing: string[],
): void {
	const hasSharedFiles = content.mediaIds.length + content.files.length > missing.length;
	for (const destination of destinations) {
		const { account_id, text = content.text, media_ids } = destination;
		const hasText = typeof text !== 'string' || text.trim() !== '';
		const hasMedia = Array.isArray(media_ids) ? media_ids.length > 0 : hasSharedFiles;
		if (hasText || hasMedia) continue;
		const reasons = missing.map((reason) => `${asSentence(reason)} `).join('');
		throw new InputFailure(
			`There is no text and no media for ${account_id === undefined ? 'the accounts of the brand' : `the account ${String(account_id)}`}`,
			`${reasons}Enter text, or attach a picture or video.`,
		);
	}
}

/** Without the accounts of a brand, which are not known yet: they all get the shared content. */
function statedDestinations(requested: RequestedDestinations | undefined): IDataObject[] {
	switch (requested?.form) {
		case 'accounts':
			return requested.accounts.map(({ text }) => ({ account_id: text }));
		case 'brand':
			return [{}];
		default:
			return requested?.destinations ?? [];
	}
}
