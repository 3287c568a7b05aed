import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, valuesOf } from '../../shared/json';
import { readOwnName, readErrorText, readNamedError } from './record';
import { asStatus, listsDestinations, readDestinations } from './post';
import { readEndedMs } from './times';

/** The deliveries of a post: one to each destination. */

/** The ways in which a delivery can end without success. */
export const FAILED_DELIVERY_STATUSES = new Set(['failed', 'blocked', 'needs_review']);

/** The ways in which a delivery can end. */
export const FINAL_DELIVERY_STATUSES = new Set(['published', ...FAILED_DELIVERY_STATUSES]);

// reading(status of a delivery that has not ended)
const UNDER_WAY = new Set(['publishing', 'retrying', 'processing']);
/** Also of one that waits for its post to be published. */
const WAITING = new Set(['queued', 'pending']);

export function isUnderWay(status: string | undefined): boolean {
	return UNDER_WAY.has(status ?? '');
}

export function isWaiting(status: string | undefined): boolean {
	return WAITING.has(status ?? '');
}

/** Whether a delivery may wait for a command. One that is queued has received it. */
export function isPending(status: string | undefined): boolean {
	return status === 'pending';
}

/** Whether a destination says that it has no outcome yet, rather than leaving the outcome out. */
export function statesNoOutcome(destination: IDataObject): boolean {
	const stated = statedOutcomes(destination);
	return stated.includes(null) && firstText(...stated) === undefined;
}

function statedOutcomes({ status, outcome }: IDataObject): unknown[] {
	// reading(outcome of a destination): status, outcome.status, outcome
	return [status, isRecord(outcome) ? outcome.status : outcome];
}

/** The status of one destination of a post; undefined if there is none. */
export function readDestinationStatus(destination: IDataObject): string | undefined {
	const statuses = statedOutcomes(destination).map((stated) => asStatus(firstText(stated)));
	// Next to an outcome, a status may be about something else, such as the state of the job.
	const known = statuses.find((candidate) => FINAL_DELIVERY_STATUSES.has(candidate ?? ''));
	return known ?? statuses.find((candidate) => candidate !== undefined);
}

export function hasEnded(destination: IDataObject): boolean {
	return FINAL_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? '');
}

/** Whether a delivery shows a failure, which may be from before its retry. */
export function showsFailure(destination: IDataObject): boolean {
	return FAILED_DELIVERY_STATUSES.has(readDestinationStatus(destination) ?? '');
}

/** Whether a delivery certainly did not reach the platform. With `needs_review`, it may have. */
export function hasDefinitelyFailed(destination: IDataObject): boolean {
	const status = readDestinationStatus(destination);
	return status === 'failed' || status === 'blocked';
}

export function isUncertain(destination: IDataObject): boolean {
	return readDestinationStatus(destination) === 'needs_review';
}

/** The name of a destination in texts for the user: its account's ID, else its own. */
export function readDestinationName(destination: IDataObject): string {
	return readAccountId(destination) ?? readDestinationId(destination) ?? 'A destination';
}

/** The ID by which a delivery is retried. */
export function readDestinationId({ id, destination_id }: IDataObject): string | undefined {
	// reading(ID of a destination): id, destination_id
	return firstText(id, destination_id);
}

export function deliveryIn(post: IDataObject, destinationId: string): IDataObject | undefined {
	return readDestinations(post).find((each) => readDestinationId(each) === destinationId);
}

/** The id of the account that a record is about. */
export function readAccountId({ account_id, accountId, account }: IDataObject): string | undefined {
	// reading(account of a destination, a complaint or an event): account_id, accountId, account.id, account
	return firstText(account_id, accountId, isRecord(account) ? account.id : account);
}

export interface OwnAccount {
	/** As the service sent it. */
	id: IDataObject[string];
	name: string | undefined;
	platform: string | undefined;
}

/** The account in a record, which may be a nested record. */
export function readOwnAccount(record: IDataObject): OwnAccount {
	// reading(name and platform of the account of a destination): its own, or in account
	const { account, account_id, account_name, account_platform, platform } = record;
	const nested = readRecord(account);
	return {
		id: account_id ?? nested.id ?? readAccountId(record),
		name: firstText(account_name, readOwnName(nested), readOwnName(record, false)),
		platform: firstText(platform, account_platform, nested.platform),
	};
}

/** Why a delivery failed. If it has not, only fields that are called errors count. */
export function readDeliveryError(destination: IDataObject): string | undefined {
	return showsFailure(destination) ? readErrorText(destination) : readNamedError(destination);
}

export interface Delivery {
	/** Identifies it within the post. */
	key: string;
	id: string | undefined;
	accountId: string | undefined;
	/** Undefined if unknown. */
	status: string | undefined;
	/** When it ended, in milliseconds since 1970; undefined if unknown. */
	endedMs: number | undefined;
}

/** The deliveries of a post; undefined if the record does not list them. */
export function readDeliveries(post: IDataObject): Delivery[] | undefined {
	if (!listsDestinations(post)) return undefined;
	const used = new Map<string, number>();
	return readDestinations(post).map((destination) => {
		const id = readDestinationId(destination);
		const accountId = readAccountId(destination);
		const name = id ?? accountId ?? '';
		const nth = (used.get(name) ?? 0) + 1;
		used.set(name, nth);
		const status = readDestinationStatus(destination);
		const key = nth === 1 ? name : `${name} ${nth}`;
		return { key, id, accountId, status, endedMs: readEndedMs(destination) };
	});
}

/**
 * Identifies an attempt at a delivery: its outcome, when it ended, and the attempts so far. Other
 * fields do not count, because they may change while nothing happens to the delivery.
 */
export function readAttempt(post: IDataObject, destination: IDataObject): unknown {
	const own = [destination, ...historyOf(post, destination)];
	return own.map((record) => [
		readDestinationStatus(record),
		readErrorText(record),
		readEndedMs(record),
		...countsOf(record),
	]);
}

/** The attempts at a delivery that the post lists. */
function historyOf(post: IDataObject, destination: IDataObject): IDataObject[] {
	const id = readDestinationId(destination);
	const ofPost = historyIn(post).filter(({ destination_id }) => firstText(destination_id) === id);
	return [...ofPost, ...historyIn(destination)];
}

// reading(attempts at the deliveries of a post): lists of the post or the destination
const HISTORY_NAMES = ['delivery_history', 'history', 'attempts'];

/** The attempts that a post or a destination lists. */
function historyIn(record: IDataObject): IDataObject[] {
	return valuesOf(record, HISTORY_NAMES).flat().filter(isRecord);
}

/** Whether a post or one of its destinations has a list of attempts, which may be empty. */
export function statesHistory(post: IDataObject): boolean {
	return [post, ...readDestinations(post)].some((record) =>
		valuesOf(record, HISTORY_NAMES).some(Array.isArray),
	);
}

/** Whether a post shows that a delivery was attempted, now or earlier: in its history, in a number of attempts or in a time. */
export function showsAttempt(post: IDataObject): boolean {
	return [post, ...readDestinations(post)].some(
		(record) =>
			historyIn(record).length > 0 ||
			readEndedMs(record) !== undefined ||
			countsOf(record).some((count) => Number(count) > 0),
	);
}

function countsOf(record: IDataObject): Array<string | undefined> {
	// reading(number of an attempt)
	const counts = valuesOf(record, ['attempt', 'attempts', 'attempt_count', 'retry_count']);
	return counts.map((count) => firstText(count));
}
