import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, textOf } from '../../shared/json';
import { readAccountId, readDestinationId } from './delivery';
import { readDestinations } from './post';

/** Events and their data. The service's description only mentions identifiers and statuses. */

export interface ServiceEvent {
	/** The text of the whole event if the ID is a number too large for JavaScript: rounded, other events would share it. */
	id: string;
	type: string;
	data: unknown;
	/** As the service sent it. */
	envelope: IDataObject;
}

/**
 * Undefined for anything but an event.
 *
 * @param text what the envelope was parsed from
 */
export function readEvent(envelope: unknown, text: string): ServiceEvent | undefined {
	if (!isRecord(envelope)) return undefined;
	const { data } = envelope;
	const isRounded = typeof envelope.id === 'number' && !Number.isSafeInteger(envelope.id);
	const id = firstText(isRounded ? text : envelope.id);
	const type = textOf(envelope.type);
	return id === undefined || type === undefined ? undefined : { id, type, data, envelope };
}

/** The post or media item that an event is about. */
export interface EventSubject {
	resource: 'posts' | 'media';
	id: string;
}

export function readEventSubject(type: string, data: unknown): EventSubject | undefined {
	const [group] = type.split('.');
	const kind = group === 'delivery' ? 'post' : group;
	if (kind !== 'post' && kind !== 'media') return undefined;
	const record = readRecord(data);
	const id = firstText(
		...idsIn(record, kind),
		...(group === kind ? [record.id, record.resource_id, readRecord(record.resource).id] : []),
		...['delivery', 'destination', 'ids', 'resource_ids'].flatMap((name) =>
			idsIn(readRecord(record[name]), kind),
		),
	);
	return id === undefined ? undefined : { resource: kind === 'post' ? 'posts' : kind, id };
}

/** The values in a record that may be the ID of a post or of a media item. */
function idsIn(record: IDataObject, kind: 'post' | 'media'): unknown[] {
	// reading(subject of an event): an ID of its kind or of the resource, its own, or within delivery, destination, ids, resource_ids
	const resource = readRecord(record.resource);
	return [
		record[`${kind}_id`],
		record[`${kind}Id`],
		record[kind],
		readRecord(record[kind]).id,
		record.resource_type === kind ? record.resource_id : undefined,
		resource.type === kind ? resource.id : undefined,
	];
}

/** The destination and the account that an event of a delivery names, as the fields of a destination. */
export function readDeliverySubject(data: unknown): IDataObject {
	// reading(delivery of an event): destination_id, destination.id, delivery.destination_id, destination; its account
	const record = readRecord(data);
	const destination = readRecord(record.destination);
	const delivery = readRecord(record.delivery);
	const { destination_id, destination: named } = record;
	return {
		id: firstText(destination_id, destination.id, delivery.destination_id, named),
		account_id: [record, destination, delivery].map(readAccountId).find((id) => id !== undefined),
	};
}

/** The account that an event is about, as the fields of a destination. */
export function readAccountSubject(data: unknown): IDataObject {
	// reading(account of an event): its account; id, resource_id or resource.id, as the resource that it is about
	const record = readRecord(data);
	const { id, resource_id, resource } = record;
	const accountId = readAccountId(record) ?? firstText(id, resource_id, readRecord(resource).id);
	return { ...record, account_id: accountId };
}

/** The IDs of all accounts that an event names. */
export function readEventAccounts(type: string, data: unknown): string[] {
	const record = readRecord(data);
	if (type.startsWith('account.')) return [readAccountSubject(data).account_id].flatMap(idOf);
	// reading(accounts of an event): its account, account_ids, accounts, destinations, deliveries; also of its post
	const holders = [record, readRecord(record.post), readRecord(record.delivery)];
	const ids = holders.flatMap((holder) => {
		const { account_ids, accounts, destination, destinations, deliveries } = holder;
		return [
			readAccountId(holder),
			...[account_ids, accounts].flat().flatMap(idOf),
			...[destination, destinations, deliveries]
				.flat()
				.map((each) => readAccountId(readRecord(each))),
		];
	});
	return ids.filter((id) => id !== undefined);
}

function idOf(account: unknown): string[] {
	const id = firstText(account, readRecord(account).id, readAccountId(readRecord(account)));
	return id === undefined ? [] : [id];
}

/** The delivery of a post that an event is about; undefined if this is ambiguous. */
export function findDelivery(
	post: IDataObject,
	{ id, account_id }: IDataObject,
): IDataObject | undefined {
	const destinations = readDestinations(post);
	const byId = destinations.find((each) => id !== undefined && readDestinationId(each) === id);
	if (byId !== undefined) return byId;
	const ofAccount = destinations.filter(
		(each) => account_id !== undefined && readAccountId(each) === account_id,
	);
	return ofAccount.length === 1 ? ofAccount[0] : undefined;
}
