import type { IDataObject } from 'n8n-workflow';

import type { AccountReference } from '../../../api/accountReferences';
import { readAccountId } from '../../../api/readings/delivery';
import { readAddresses } from '../../../media/webAddress';
import { readAccountReferences } from '../../../properties/locators';
import { asText, kindOf, readIds, readJson, readJsonObject } from '../../../properties/parameters';
import { asWrittenText } from '../../../properties/writtenText';
import { InputFailure } from '../../../shared/failure';
import { firstText, isRecord } from '../../../shared/json';

/** What is sent for one account of a post. Other fields are those of JSON that the user has entered. */
export interface DestinationBody extends IDataObject {
	account_id: string | number;
	/** Replaces the shared text. */
	text?: string;
	/** Replace the shared media. Not checked if entered as JSON. */
	media_ids?: IDataObject[string];
	/** Platform options. `thread` contains the replies. */
	options?: IDataObject | null;
}

/**
 * The fields of a post's destination that may be written, except its media. A text equal to the shared one may only repeat
 * it: written back, it would keep the old text on this account when the shared one changes. The account is empty if the
 * record does not state it. Pure.
 */
export function toDestinationBody(post: IDataObject, destination: IDataObject): DestinationBody {
	const { options, text } = destination;
	return {
		account_id: readAccountId(destination) ?? '',
		...(typeof text === 'string' && text !== post.text && { text }),
		...(isRecord(options) && { options }),
	};
}

/** The ways to enter the destinations of a post. */
export type DestinationForm = 'accounts' | 'brand' | 'perAccount' | 'json';

/** The destinations of a post, as entered: accounts may be given by name. */
export type RequestedDestinations =
	| { form: 'accounts'; accounts: AccountReference[] }
	| { form: 'brand'; brandId: string }
	| {
			form: 'perAccount';
			destinations: DestinationBody[];
			/** The web addresses of the media of each destination. */
			mediaUrls: string[][];
	  }
	| { form: 'json'; destinations: DestinationBody[] };

/** The accounts, as entered, in their order; none for a brand. */
export function referencesOf(requested: RequestedDestinations): AccountReference[] {
	if (requested.form === 'brand') return [];
	if (requested.form === 'accounts') return requested.accounts;
	return requested.destinations.map(({ account_id }) => {
		const text = firstText(account_id) ?? '';
		return { text, parts: [text] };
	});
}

export const JSON_LABEL = 'Accounts as JSON';
export const OWN_TEXT = 'Own Text';
export const REPLIES = 'Replies';
export const OWN_MEDIA_URLS = 'Own Media URLs';

/** The most replies that may follow the first post of a thread. */
export const MAX_REPLIES = 5;

/** @throws InputFailure if there are none, or one is invalid */
export function readDestinationFields(
	form: DestinationForm,
	value: unknown,
): RequestedDestinations {
	switch (form) {
		case 'accounts':
			return { form, accounts: notEmpty(readAccountReferences(value)) };
		case 'brand':
			return { form, brandId: readBrandId(value) };
		case 'perAccount':
			return readRows(form, value);
		case 'json':
			return { form, destinations: checked(readDestinationsJson(value)) };
	}
}

function checked(destinations: IDataObject[]): DestinationBody[] {
	return notEmpty(destinations).map((destination) => {
		checkDestination(destination);
		return destination;
	});
}

function notEmpty<T>(destinations: T[]): T[] {
	if (destinations.length > 0) return destinations;
	throw new InputFailure('No account is chosen', 'Choose at least one account to publish on.');
}

/** Inside a collection, n8n does not extract the ID from the value of a picker. */
function readBrandId(value: unknown): string {
	const brandId = asText(isRecord(value) ? value.value : value, 'Brand').trim();
	if (brandId !== '') return brandId;
	throw new InputFailure("'Brand' is empty", 'Choose it from the list or enter its ID.');
}

function readRows(form: 'perAccount', value: unknown): RequestedDestinations {
	const list = isRecord(value) ? value.destination : value;
	const rows = [list ?? []].flat().map((row: unknown) => {
		if (isRecord(row)) return row;
		throw new InputFailure(
			`'Accounts and Their Content' must be a list of objects, but one entry is ${kindOf(row)}`,
		);
	});
	return {
		form,
		destinations: checked(rows.map(readRow)),
		mediaUrls: rows.map((row) => readAddresses(row.mediaUrls, OWN_MEDIA_URLS)),
	};
}

function readDestinationsJson(value: unknown): IDataObject[] {
	const list = readJson(value, JSON_LABEL) ?? [];
	if (!Array.isArray(list)) {
		throw new InputFailure(`'${JSON_LABEL}' must be a list of objects, not ${kindOf(list)}`);
	}
	return list.map((entry: unknown) => {
		if (isRecord(entry)) return withTextAsText(entry);
		throw new InputFailure(
			`'${JSON_LABEL}' must be a list of objects, but one entry is ${kindOf(entry)}`,
		);
	});
}

/** As in the other fields, null means no text, and a number becomes text. */
function withTextAsText(entry: IDataObject): IDataObject {
	const { text, ...rest } = entry;
	if (text === null) return rest;
	return typeof text === 'number' ? { ...rest, text: asText(text, OWN_TEXT) } : entry;
}

function readRow(row: IDataObject): IDataObject {
	const text = 'text' in row ? asWrittenText(row.text, OWN_TEXT) : '';
	const mediaIds = readIds(row.mediaIds ?? '', 'Own Library Media');
	const thread = 'thread' in row ? readThread(row.thread) : [];
	const options = {
		...readJsonObject(row.options ?? {}, 'Platform Options (JSON)'),
		...(thread.length > 0 && { thread }),
	};
	return {
		account_id: asText(row.accountId, 'Account').trim(),
		...(text !== '' && { text }),
		...(mediaIds.length > 0 && { media_ids: mediaIds }),
		...(Object.keys(options).length > 0 && { options }),
	};
}

/** Replies left empty in the editor are ignored. */
function readThread(value: unknown): string[] {
	const replies = value === null ? [] : [value].flat();
	return replies
		.map((reply) => asWrittenText(reply, REPLIES))
		.filter((reply) => reply.trim() !== '');
}

function checkDestination(destination: IDataObject): asserts destination is DestinationBody {
	const { account_id, options } = destination;
	if ('text' in destination) asWrittenText(destination.text, OWN_TEXT);
	if (firstText(account_id) === undefined) {
		throw new InputFailure(
			'An entry has no account',
			'Choose an account for every entry. In JSON, enter it as account_id.',
		);
	}
	if (options === undefined || options === null) return;
	if (!isRecord(options)) {
		throw new InputFailure(`The 'options' of an account must be an object, not ${kindOf(options)}`);
	}
	const { thread } = options;
	if (thread === undefined || thread === null) return;
	if (!Array.isArray(thread) || thread.some((reply) => typeof reply !== 'string')) {
		throw new InputFailure("The 'thread' in the options of an account must be a list of strings");
	}
	if (thread.length > MAX_REPLIES) {
		throw new InputFailure(
			`A thread may have at most ${MAX_REPLIES} replies after the first post; this one has ${thread.length}`,
		);
	}
}
