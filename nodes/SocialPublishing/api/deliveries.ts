import type { IDataObject } from 'n8n-workflow';

import { firstText } from '../shared/json';
import { accountLabel, type AccountDirectory, accountLabels, showsId } from './accountDirectory';
import {
	FAILED_DELIVERY_STATUSES,
	readDeliveryError,
	readDestinationId,
	readDestinationName,
	readDestinationStatus,
	readOwnAccount,
	type OwnAccount,
} from './readings/delivery';
import { readDeliveryLink } from './readings/outcome';
import { readDestinations } from './readings/post';

/** A value as the service sent it. */
export type AsSent = IDataObject[string];

/** One account of a post. Missing values are null. */
export type SimpleDelivery = {
	account_id: AsSent;
	name: string | null;
	platform: string | null;
	/** In lower case. */
	status: string | null;
	/** Where the post can be seen on the account. */
	url: string | null;
	error: string | null;
	destination_id: AsSent;
};

/** The simplified form of a destination. Its account's name and platform come from `accounts` if it lacks them. Pure. */
export function simplifyDelivery(
	post: IDataObject,
	destination: IDataObject,
	accounts: AccountDirectory,
): SimpleDelivery {
	const { id, name, platform } = readKnownAccount(destination, accounts);
	return {
		account_id: id ?? null,
		name: name ?? null,
		platform: platform ?? null,
		status: readDestinationStatus(destination) ?? null,
		url: readDeliveryLink(post, destination) ?? null,
		error: readDeliveryError(destination) ?? null,
		destination_id: destination.id ?? readDestinationId(destination) ?? null,
	};
}

/** The account of a destination. Values that the destination lacks come from the list of accounts. */
export function readKnownAccount(destination: IDataObject, accounts: AccountDirectory): OwnAccount {
	const { id, name, platform } = readOwnAccount(destination);
	const known = accounts.get(firstText(id) ?? '');
	return { id, name: name ?? known?.name, platform: platform ?? known?.platform };
}

/** Whether a destination lacks the name or the platform of its account. */
export function lacksName(destination: IDataObject): boolean {
	const { name, platform } = readOwnAccount(destination);
	return name === undefined || platform === undefined;
}

/** Whether the post did not, or not certainly, reach the account. */
export function hasFailed({ status }: SimpleDelivery): boolean {
	return FAILED_DELIVERY_STATUSES.has(status ?? '');
}

/** The name of the account, with its platform if another account has the same name. */
export function nameAmong(deliveries: SimpleDelivery[], delivery: SimpleDelivery): string {
	const { name } = delivery;
	const isUnique = deliveries.filter((other) => other.name === name).length === 1;
	return name !== null && isUnique ? name : labelOf(delivery);
}

/** Describes a failed delivery in a sentence without its full stop. */
export function describeFailedDelivery(
	delivery: SimpleDelivery,
	label = labelOf(delivery),
): string {
	const { error, status } = delivery;
	return `${label}: ${error ?? (status ?? 'failed').replaceAll('_', ' ')}`;
}

function labelOf({ account_id, destination_id, name, platform }: SimpleDelivery): string {
	const ids: IDataObject = { account_id: firstText(account_id), id: firstText(destination_id) };
	return accountLabel({ id: readDestinationName(ids), name, platform });
}

/** Names the destinations of a post. */
export type DeliveryNamer = (destination: IDataObject) => string;

/**
 * Names each destination of a post by its account: `Name (platform)`, with the ID added if two would be the same. An
 * account of unknown name goes by its ID. Pure.
 */
export function deliveryNamer(post: IDataObject, accounts: AccountDirectory): DeliveryNamer {
	const destinations = readDestinations(post);
	const labels = accountLabels(
		destinations.map((destination) => ({
			...readKnownAccount(destination, accounts),
			id: readDestinationName(destination),
		})),
	);
	return (destination) =>
		labels[destinations.indexOf(destination)] ?? readDestinationName(destination);
}

/** A sentence that lists the IDs of named destinations; undefined if all names show their IDs. */
export function listAccountIds(
	destinations: IDataObject[],
	nameOf: DeliveryNamer,
): string | undefined {
	const ids = destinations.flatMap((destination) => {
		const id = readDestinationName(destination);
		const name = nameOf(destination);
		return showsId(name, id) ? [] : [`${name} = ${id}`];
	});
	return ids.length === 0 ? undefined : `Account IDs: ${ids.join(', ')}.`;
}
