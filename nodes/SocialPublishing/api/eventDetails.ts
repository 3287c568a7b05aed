import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord } from '../shared/json';
import { accountLabel, type AccountDirectory } from './accountDirectory';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinations,
	readDestinationStatus,
	readPostLinks,
} from './postRecords';
import { readErrorText } from './records';

/** What a message to a person usually needs, at the top level of an event. What is not told is left out. */
export interface EventDetails {
	account_name?: string;
	platform?: string;
	post_text?: string;
	post_url?: string;
	error_message?: string;
}

/**
 * Reads the details of an event. An event of a delivery is about one account; one of a post only if the post goes to no
 * other. Pure.
 *
 * @param data of the event
 * @param post undefined where it is not known
 */
export function readEventDetails(
	type: string,
	data: unknown,
	post: IDataObject | undefined,
	accounts: AccountDirectory,
): EventDetails {
	const [group] = type.split('.');
	if (group === 'account') return accountDetails(accountOf(readRecord(data)), accounts);
	if (group !== 'post' && group !== 'delivery') return {};
	const subject = group === 'delivery' ? readSubject(data) : undefined;
	const destination = findDestination(post, subject);
	const { text } = { ...post };
	// The link of one delivery says nothing about another.
	const linked =
		group === 'post' ? { ...post } : { ...(destination ?? post), destinations: undefined };
	const { account_name, platform } = accountDetails({ ...subject, ...destination }, accounts);
	return told({
		account_name,
		platform,
		post_text: firstText(destination?.text, text, ...(group === 'post' ? textsOf(post) : [])),
		post_url: readPostLinks(linked)[0],
		error_message:
			group === 'delivery'
				? describeDelivery(type, destination ?? readRecord(data))
				: describePost(post, accounts),
	});
}

/** The destination and the account that an event of a delivery names. */
function readSubject(data: unknown): IDataObject {
	const record = readRecord(data);
	const destination = readRecord(record.destination);
	const delivery = readRecord(record.delivery);
	const account = readRecord(record.account);
	return {
		id: firstText(
			record.destination_id,
			destination.id,
			delivery.destination_id,
			record.destination,
		),
		account_id: firstText(
			record.account_id,
			destination.account_id,
			delivery.account_id,
			account.id,
			record.account,
		),
	};
}

function findDestination(
	post: IDataObject | undefined,
	subject: IDataObject | undefined,
): IDataObject | undefined {
	const destinations = post === undefined ? [] : readDestinations(post);
	if (subject === undefined) return destinations.length === 1 ? destinations[0] : undefined;
	const { id, account_id } = subject;
	const byId = destinations.find((each) => id !== undefined && firstText(each.id) === id);
	if (byId !== undefined) return byId;
	const ofAccount = destinations.filter(
		(each) => account_id !== undefined && firstText(each.account_id) === account_id,
	);
	return ofAccount.length === 1 ? ofAccount[0] : undefined;
}

/** An event of an account may name it as such, or as the resource that it is about. */
function accountOf(data: IDataObject): IDataObject {
	const { account, account_id, id, resource, resource_id } = data;
	return {
		...data,
		account_id: firstText(
			account_id,
			readRecord(account).id,
			account,
			id,
			resource_id,
			readRecord(resource).id,
		),
	};
}

/** @param holder names an account */
function accountDetails(holder: IDataObject, accounts: AccountDirectory): EventDetails {
	const own = readRecord(holder.account);
	const id = firstText(holder.account_id, own.id, holder.account);
	const known = accounts.get(id ?? '');
	return told({
		account_name: firstText(known?.name, holder.account_name, own.name),
		platform: firstText(known?.platform, holder.platform, own.platform),
	});
}

function textsOf(post: IDataObject | undefined): unknown[] {
	return post === undefined ? [] : readDestinations(post).map(({ text }) => text);
}

function describeDelivery(type: string, delivery: IDataObject): string | undefined {
	return type === 'delivery.published' ? undefined : readErrorText(delivery);
}

/** The failed deliveries of a post: `Name (platform): reason`, joined by semicolons. */
function describePost(
	post: IDataObject | undefined,
	accounts: AccountDirectory,
): string | undefined {
	if (post === undefined) return undefined;
	const reasons = readDestinations(post).flatMap((destination) => {
		const status = readDestinationStatus(destination) ?? '';
		if (!FAILED_DELIVERY_STATUSES.has(status)) return [];
		const id = firstText(destination.account_id, destination.id) ?? '';
		const { account_name: name, platform } = accountDetails(destination, accounts);
		const label = accountLabel({ id, name, platform });
		return [`${label}: ${readErrorText(destination) ?? status.replace('_', ' ')}`];
	});
	return reasons.length === 0 ? undefined : reasons.join('; ');
}

function told(details: Record<string, string | undefined>): EventDetails {
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
