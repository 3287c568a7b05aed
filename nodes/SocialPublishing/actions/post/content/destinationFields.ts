import type { IDataObject } from 'n8n-workflow';

import type { AccountReference } from '../../../api/accountReferences';
import type { Item } from '../../../properties/item';
import { asChoice, readCollection, readParameter } from '../../../properties/parameters';
import { readExpression, refuseGaps, refuseGapsInJson } from '../../../properties/writtenText';
import { InputFailure } from '../../../shared/failure';
import { isRecord, readRecord } from '../../../shared/json';
import {
	JSON_LABEL,
	OWN_TEXT,
	readDestinationFields,
	referencesOf,
	REPLIES,
	type DestinationForm,
	type RequestedDestinations,
} from './destinations';

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
