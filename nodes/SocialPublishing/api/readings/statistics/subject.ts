import type { IDataObject } from 'n8n-workflow';

import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import { readMoment } from './words';

type Value = IDataObject[string];

/** The subject of figures, with the values as the service sent them. */
export interface Subject {
	account_id?: Value;
	brand_id?: Value;
	destination_id?: Value;
	/** Of a record of unknown kind. */
	id?: Value;
	platform?: Value;
	post_id?: Value;
}

/** The fields that distinguish subjects. */
const IDENTITY_FIELDS = [
	'post_id',
	'destination_id',
	'account_id',
	'platform',
	'brand_id',
	'id',
] as const;

type IdentityField = (typeof IDENTITY_FIELDS)[number];

// reading(what statistics are about): the name of the list or record around them
/** The kind of the records in a field or list of this name. */
const FIELD_OF_CONTAINER = new Map<string, IdentityField>([
	['account', 'account_id'],
	['accounts', 'account_id'],
	['brand', 'brand_id'],
	['brands', 'brand_id'],
	['by_platform', 'platform'],
	['deliveries', 'destination_id'],
	['destination', 'destination_id'],
	['destinations', 'destination_id'],
	['platforms', 'platform'],
	['post', 'post_id'],
	['posts', 'post_id'],
]);

/** The field whose values are the keys of a record, such as `account_id` for `accounts: { acc_1: {…} }`. */
export function fieldOfContainer(container: string): IdentityField | undefined {
	return FIELD_OF_CONTAINER.get(container);
}

/**
 * The subject of a record: from its own fields, then from the records around it.
 *
 * @param container the name of the field or list that the record is in
 */
export function readSubject(record: IDataObject, container: string, around: Subject): Subject {
	const stated: Subject = {};
	for (const field of IDENTITY_FIELDS) if (isId(record[field])) stated[field] = record[field];
	delete stated.id;
	const { account, post } = record;
	const nested = readRecord(account);
	const others: Array<[IdentityField, Value]> = [
		['account_id', nested.id],
		['account_id', isId(account) ? account : undefined],
		['platform', nested.platform],
		['post_id', readRecord(post).id],
		[idField(record, container, stated), record.id],
	];
	for (const [field, value] of others) if (isId(value)) stated[field] ??= value;
	// The ID of a row does not identify the subject of its series.
	if (readMoment(record) !== undefined && Object.keys(around).length > 0) delete stated.id;
	return { ...around, ...stated };
}

/** Whether a record names its own subject. */
export function namesSubject(record: IDataObject): boolean {
	return IDENTITY_FIELDS.some((field) => isId(record[field]));
}

/** Equal for equal subjects. */
export function subjectKey(subject: Subject): string {
	return canonicalJson(IDENTITY_FIELDS.map((field) => firstText(subject[field]) ?? null));
}

/** If the record also has the ID of another record, its own ID is that of a row. */
function idField(record: IDataObject, container: string, stated: Subject): IdentityField {
	const type = firstText(record.type) ?? '';
	const ownField = FIELD_OF_CONTAINER.get(container) ?? FIELD_OF_CONTAINER.get(type);
	if (ownField !== undefined) return ownField;
	return (
		IDENTITY_FIELDS.find((field) => field !== 'platform' && stated[field] !== undefined) ?? 'id'
	);
}

function isId(value: unknown): boolean {
	return firstText(value) !== undefined;
}
