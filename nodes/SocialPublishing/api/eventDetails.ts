import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord } from '../shared/json';
import { accountLabel, type AccountDirectory } from './accountDirectory';
import { readKnownAccount } from './deliveries';
import {
	readDeliveryError,
	readDestinationName,
	readDestinationStatus,
	showsFailure,
} from './readings/delivery';
import { findDelivery, readAccountSubject, readDeliverySubject } from './readings/eventData';
import { readDeliveryLink, readLink, readPostLinks } from './readings/outcome';
import { readDestinations } from './readings/post';
import { readErrorText } from './readings/record';

/** The values that a message to a person usually needs, at the top level of an event. */
interface EventDetails {
	account_name?: string | undefined;
	platform?: string | undefined;
	post_text?: string | undefined;
	post_url?: string | undefined;
	error_message?: string | undefined;
}

/**
 * Reads the details of an event; unknown ones are left out. An event of a delivery is about one account. An event of a post
 * is about an account only if the post goes to no other. Pure.
 *
 * @param data the data of the event
 * @param post undefined if unknown
 */
export function readEventDetails(
	type: string,
	data: unknown,
	post: IDataObject | undefined,
	accounts: AccountDirectory,
): EventDetails {
	const details = detailsOf(type, data, post ?? {}, accounts);
	return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

function detailsOf(
	type: string,
	data: unknown,
	post: IDataObject,
	accounts: AccountDirectory,
): EventDetails {
	const [group] = type.split('.');
	if (group === 'account') return accountDetails(readAccountSubject(data), accounts);
	if (group === 'post') return postDetails(post, accounts);
	return group === 'delivery' ? deliveryDetails(type, data, post, accounts) : {};
}

function postDetails(post: IDataObject, accounts: AccountDirectory): EventDetails {
	const destinations = readDestinations(post);
	const only = destinations.length === 1 ? destinations[0] : undefined;
	return {
		...(only && accountDetails(only, accounts)),
		post_text: firstText(only?.text, post.text, ...destinations.map(({ text }) => text)),
		post_url: readPostLinks(post)[0],
		error_message: describeFailures(destinations, accounts),
	};
}

function deliveryDetails(
	type: string,
	data: unknown,
	post: IDataObject,
	accounts: AccountDirectory,
): EventDetails {
	const subject = readDeliverySubject(data);
	const destination = findDelivery(post, subject);
	return {
		...accountDetails({ ...subject, ...destination }, accounts),
		post_text: firstText(destination?.text, post.text),
		// The link of another delivery would be wrong.
		post_url: destination === undefined ? readLink(post) : readDeliveryLink(post, destination),
		error_message:
			type === 'delivery.published' ? undefined : readErrorText(destination ?? readRecord(data)),
	};
}

/** @param holder the record that names the account */
function accountDetails(holder: IDataObject, accounts: AccountDirectory): EventDetails {
	const { name, platform } = readKnownAccount(holder, accounts);
	return { account_name: name, platform };
}

/** The failed deliveries of a post: `Name (platform): reason`, joined by semicolons. */
function describeFailures(
	destinations: IDataObject[],
	accounts: AccountDirectory,
): string | undefined {
	const reasons = destinations.flatMap((destination) => {
		if (!showsFailure(destination)) return [];
		const status = readDestinationStatus(destination) ?? '';
		const { name, platform } = readKnownAccount(destination, accounts);
		const label = accountLabel({ id: readDestinationName(destination), name, platform });
		return [`${label}: ${readDeliveryError(destination) ?? status.replace('_', ' ')}`];
	});
	return reasons.length === 0 ? undefined : reasons.join('; ');
}
