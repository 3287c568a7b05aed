import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord } from '../shared/json';
import { accountLabel, readAccount, type AccountDirectory } from './accountDirectory';
import { readDeliveryLink } from './postLinks';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinationName,
	readDestinationStatus,
} from './postRecords';
import { readErrorText } from './records';

/** A value as the service sent it. */
export type AsSent = IDataObject[string];

/** What a post tells about one account. What the service does not tell is null. */
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

/** Stands for the account of a post that lists none. */
export const NO_DELIVERY: SimpleDelivery = {
	account_id: null,
	name: null,
	platform: null,
	status: null,
	url: null,
	error: null,
	destination_id: null,
};

/** Pure. */
export function simplifyDelivery(
	post: IDataObject,
	destination: IDataObject,
	accounts: AccountDirectory,
): SimpleDelivery {
	const own = readOwnAccount(destination);
	const known = accounts.get(firstText(own.id) ?? '');
	const status = readDestinationStatus(destination);
	return {
		account_id: own.id ?? null,
		name: own.name ?? known?.name ?? null,
		platform: own.platform ?? known?.platform ?? null,
		status: status ?? null,
		url: readDeliveryLink(post, destination) ?? null,
		error: readDeliveryError(destination, status) ?? null,
		destination_id: destination.id ?? null,
	};
}

/** Whether a destination does not itself tell the name and the platform of its account. */
export function lacksName(destination: IDataObject): boolean {
	const { name, platform } = readOwnAccount(destination);
	return name === undefined || platform === undefined;
}

/** Whether the post did not, or not certainly, reach the account. */
export function hasFailed({ status }: SimpleDelivery): boolean {
	return FAILED_DELIVERY_STATUSES.has(status ?? '');
}

/** The name of the account, with its platform where another account has the same name. */
export function nameAmong(deliveries: SimpleDelivery[], delivery: SimpleDelivery): string {
	const { name } = delivery;
	const isUnique = deliveries.filter((other) => other.name === name).length === 1;
	return name !== null && isUnique ? name : labelOf(delivery);
}

/** What became of a delivery that failed, in a sentence without its full stop. */
export function describeFailedDelivery(delivery: SimpleDelivery): string {
	return `${labelOf(delivery)}: ${delivery.error ?? delivery.status ?? 'failed'}`;
}

function labelOf({ account_id, destination_id, name, platform }: SimpleDelivery): string {
	const ids: IDataObject = { account_id: firstText(account_id), id: firstText(destination_id) };
	return accountLabel({
		id: readDestinationName(ids),
		name: name ?? undefined,
		platform: platform ?? undefined,
	});
}

interface OwnAccount {
	id: AsSent;
	name: string | undefined;
	platform: string | undefined;
}

/** What a destination itself tells about its account, which may be a record within it. */
function readOwnAccount(destination: IDataObject): OwnAccount {
	const account = readRecord(destination.account);
	const { account_name, account_platform, platform, name, username, handle } = destination;
	const [nested] = readAccount({ ...account, id: '-' });
	return {
		id: destination.account_id ?? account.id,
		name: firstText(account_name, nested?.name, name, username, handle),
		platform: firstText(platform, account_platform, nested?.platform),
	};
}

/** What a service says next to a delivery that has not failed counts only if it is called an error. */
function readDeliveryError(
	destination: IDataObject,
	status: string | undefined,
): string | undefined {
	if (FAILED_DELIVERY_STATUSES.has(status ?? '')) return readErrorText(destination);
	const { outcome } = destination;
	return readErrorText({ ...errorsOf(destination), outcome: errorsOf(readRecord(outcome)) });
}

function errorsOf({ error, error_message }: IDataObject): IDataObject {
	return { error, error_message };
}
