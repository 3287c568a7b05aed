import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../api/accountDirectory';
import { findAccounts, partsIn, type AccountReference } from '../../api/accountReferences';
import { deliveryNamer, listAccountIds, type DeliveryNamer } from '../../api/deliveries';
import { THREAD_ADVICE } from '../../api/outcomeFailures';
import { readPost } from '../../api/posts';
import { readDestinationName } from '../../api/readings/delivery';
import { isIncompleteThread } from '../../api/readings/outcome';
import { readDestinations } from '../../api/readings/post';
import { CODES } from '../../api/readings/record';
import type { Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { CancelledFailure, ServiceFailure, type FailureFacts } from '../../shared/failure';
import { RefusedFailure } from '../../transport/errors';

/** Whether a publication or a retry may have been refused because an account is no longer connected. */
function isAboutAccess({ status, code = '' }: FailureFacts): boolean {
	return status === 403 && !CODES.plan.test(code);
}

const RECONNECT_ADVICE = 'If the account is no longer connected, connect it again in the service.';

/**
 * For a publication or a retry that the service refuses with status 403: names its accounts, because one of them may have
 * to be connected again. Any other error is thrown unchanged.
 *
 * @param purpose completes "Could not …"
 * @param readTargets the destinations of the command
 */
export function namingAccounts(
	item: Item,
	purpose: string,
	readTargets: () => Promise<IDataObject[]>,
): (error: unknown) => Promise<never> {
	return async (error) => {
		if (!(error instanceof RefusedFailure) || !isAboutAccess(error.facts)) throw error;
		const names = await readNames(item, readTargets).catch((failure: unknown) => {
			if (failure instanceof CancelledFailure) throw failure;
			return [];
		});
		if (names.length === 0) throw error;
		const list = item.connection.redact(names.join(', '));
		const isOne = names.length === 1;
		const message = isOne
			? `Could not ${purpose}: the service does not allow it for the account ${list}`
			: error.message;
		const advice = isOne
			? RECONNECT_ADVICE
			: `If one of these accounts is no longer connected, connect it again in the service: ${list}.`;
		throw error.with({ message, advice: `${advice} ${error.advice}` });
	};
}

/** Accounts as an error shows them. */
interface NamedAccounts {
	/** `Name (platform)` of each; what is not the name or ID of one account stays as entered. */
	names: string[];
	/** For the advice: a sentence with the IDs that the names do not show, if any. */
	idSentences: string[];
}

/**
 * Names accounts for an error about them. If the accounts cannot be read, they go by what was entered.
 *
 * @param reference the accounts as entered
 */
export async function nameAccounts(
	item: Item,
	reference: AccountReference,
): Promise<NamedAccounts> {
	const { connection } = item;
	const accounts = await readAccountNames(connection, workspacePath(item));
	const destinations = partsIn(accounts, reference).map((part): IDataObject => {
		const [only, ...others] = findAccounts(accounts, part);
		return { account_id: only === undefined || others.length > 0 ? part : only.id };
	});
	const nameOf = deliveryNamer({ destinations }, accounts);
	const ids = listAccountIds(destinations, nameOf);
	return {
		names: destinations.map((destination) => connection.redact(nameOf(destination))),
		idSentences: ids === undefined ? [] : [connection.redact(ids)],
	};
}

/** The destinations of a post, for `namingAccounts`. */
export function targetsOfPost({ connection }: Item, postPath: string) {
	return async (): Promise<IDataObject[]> =>
		readDestinations((await readPost(connection, postPath, 'read the post')).post);
}

async function readNames(item: Item, readTargets: () => Promise<IDataObject[]>): Promise<string[]> {
	const destinations = await readTargets();
	if (destinations.length === 0) return [];
	return destinations.map(await readDeliveryNames(item, { destinations }));
}

/** Names the destinations of a post in a text about them. */
export async function readDeliveryNames(item: Item, post: IDataObject): Promise<DeliveryNamer> {
	return deliveryNamer(post, await readAccountNames(item.connection, workspacePath(item)));
}

export const RETRY_PURPOSE = 'retry the delivery';

/** @throws ServiceFailure if a part of a thread may be online, because a retry could publish it a second time */
export function refuseIncompleteThread(post: IDataObject, delivery: IDataObject): void {
	if (!isIncompleteThread(post, delivery)) return;
	const happened = 'parts of its thread may be online';
	throw new ServiceFailure(
		`Could not ${RETRY_PURPOSE}: ${happened}`,
		THREAD_ADVICE,
		{},
		{ happened },
	);
}

/** A retry that the service did not accept, or may not have accepted. */
export interface RefusedRetry {
	destination: IDataObject;
	failure: ServiceFailure;
}

/** Names the account of the retry, and the accounts whose retry the service has accepted. Only failures need names. */
export function refusedRetryFailure(
	{ destination, failure }: RefusedRetry,
	accepted: IDataObject[],
	nameOf: DeliveryNamer,
): ServiceFailure {
	const { happened, facts } = failure;
	const purpose = purposeOfRetry(destination, nameOf);
	const named =
		happened === undefined
			? failure
			: failure.with({ message: `Could not ${purpose}: ${happened}` });
	const sentences = [
		isAboutAccess(facts) ? RECONNECT_ADVICE : undefined,
		accepted.length > 0
			? `The service has accepted the retry for ${accepted.map(nameOf).join(', ')}.`
			: undefined,
		listAccountIds([destination], nameOf),
	].filter((sentence) => sentence !== undefined);
	return sentences.reduce((advised, sentence) => advised.withAdvice(sentence), named);
}

/** Completes "Could not …". */
export function purposeOfRetry(
	destination: IDataObject,
	nameOf: DeliveryNamer = readDestinationName,
): string {
	return `${RETRY_PURPOSE} to ${nameOf(destination)}`;
}
