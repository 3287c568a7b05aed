import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { firstText } from '../shared/json';
import { asSentence } from '../shared/text/sentences';
import type { Connection } from '../transport/connection';
import { readAccountNames, type AccountDirectory } from './accountDirectory';
import {
	deliveryNamer,
	lacksName,
	listAccountIds,
	simplifyDelivery,
	type SimpleDelivery,
} from './deliveries';
import { FINAL, outcomeOf, phase } from './phase';
import {
	isUnderWay,
	isWaiting,
	readDestinationName,
	readDestinationStatus,
} from './readings/delivery';
import { readByOutcome } from './readings/outcome';
import { isIdleStatus, readDestinations, readPostStatus, readScheduledAt } from './readings/post';
import { readScheduledMs } from './readings/times';

export interface Publication {
	/** No further change is expected without a new command. */
	settled: boolean;
	/** The post's own status. If it has none, or its destinations have progressed further, the status follows from them. */
	status: string;
	/** Account IDs, else destination IDs. */
	published: string[];
	failed: string[];
	open: string[];
	/** The delivery to each account, with the account's name. */
	accounts: SimpleDelivery[];
	/** In plain English. It names the accounts. */
	message: string;
}

/**
 * Reads the state of a publication from a post, with the names of its accounts and a message for the user.
 *
 * @param isHandedOver and `isAwaited`: as in `readPublicationState`
 * @param accounts provides the names; an account that is missing here goes by its ID
 */
export function readPublication(
	post: IDataObject,
	isHandedOver = false,
	accounts: AccountDirectory = new Map(),
	isAwaited = isHandedOver,
): Publication {
	const state = readPublicationState(post, isHandedOver, isAwaited);
	const { settled, status, deliveries } = state;
	const { published, failed, open } = deliveries;
	return {
		settled,
		status,
		published: published.map(readDestinationName),
		failed: failed.map(readDestinationName),
		open: settled ? [] : open.map(readDestinationName),
		accounts: readDestinations(post).map((each) => simplifyDelivery(post, each, accounts)),
		message: describe(post, state, accounts),
	};
}

/**
 * The state of a publication in a message that names its accounts, and a sentence with their IDs, if it names any. The
 * accounts are read only if the message names them and the post does not.
 *
 * @param workspacePath undefined if the accounts cannot be read: then the ID of an account stands for a missing name
 */
export async function describePublication(
	connection: Connection,
	workspacePath: string | undefined,
	post: IDataObject,
): Promise<{ message: string; accountIds?: string | undefined }> {
	const { message, status } = readPublication(post);
	const destinations = readDestinations(post);
	if (isIdleStatus(status) || destinations.length === 0) return { message };
	const accounts =
		workspacePath !== undefined && destinations.some(lacksName)
			? await readAccountNames(connection, workspacePath)
			: new Map();
	const accountIds = listAccountIds(destinations, deliveryNamer(post, accounts));
	return {
		message: connection.redact(readPublication(post, false, accounts).message),
		accountIds: accountIds && connection.redact(accountIds),
	};
}

interface PublicationState extends Pick<Publication, 'settled' | 'status'> {
	deliveries: ReturnType<typeof readByOutcome>;
}

/**
 * The progress of a publication. The destinations of the post decide: its own status may be idle although a delivery has
 * begun.
 *
 * @param isHandedOver the service has accepted the post for publication, so an idle status is out of date
 * @param isAwaited the post was sent, so a delivery that is pending is on its way although nothing else shows that
 */
export function readPublicationState(
	post: IDataObject,
	isHandedOver = false,
	isAwaited = isHandedOver,
): PublicationState {
	const deliveries = readByOutcome(post);
	const statuses = deliveries.all.map(readDestinationStatus);
	const own = readPostStatus(post);
	const now = phase(post, isAwaited);
	const isIdle = isIdleStatus(own ?? now);
	// A retried delivery may be under way although the post still has its earlier outcome.
	const isOnItsWay = statuses.some(isUnderWay) || (!isIdle && statuses.some(isWaiting));
	const isFinal = isIdle ? !isHandedOver : FINAL.has(own);
	const haveEnded = statuses.length > 0 && deliveries.open.length === 0;
	const settled = haveEnded || (isFinal && !isOnItsWay);
	if (own !== undefined && (!isIdle || own === now)) return { settled, status: own, deliveries };
	if (isIdleStatus(now) || now === 'unknown') return { settled, status: now, deliveries };
	return { settled, status: settled ? outcomeOf(statuses) : 'publishing', deliveries };
}

/** The deliveries of an idle post that have not begun. */
export function deliveriesNotBegun(post: IDataObject): IDataObject[] {
	return isIdleStatus(readPostStatus(post)) ? readByOutcome(post).open : [];
}

/** A service may send a few minutes late. */
const OVERDUE_AFTER_MS = 15 * 60_000;

/** Whether a post that should have gone out at a time is late. */
export function isOverdue(dueMs: number | undefined): boolean {
	return dueMs !== undefined && clock.now() - dueMs >= OVERDUE_AFTER_MS;
}

/** Whether the time of a scheduled post has just come: the service may need a moment to begin. */
export function isDue(post: IDataObject): boolean {
	const dueMs = phase(post) === 'scheduled' ? readScheduledMs(post) : undefined;
	return dueMs !== undefined && dueMs <= clock.now() && !isOverdue(dueMs);
}

function describe(
	post: IDataObject,
	{ settled, status, deliveries: { published, refused, uncertain, open } }: PublicationState,
	accounts: AccountDirectory,
): string {
	if (status === 'draft') return 'The post is a draft. It has not been published.';
	if (status === 'scheduled') {
		const at = firstText(readScheduledAt(post));
		if (isOverdue(readScheduledMs(post))) {
			return `The post was due at ${at}, but it has not been published. It is still scheduled.`;
		}
		return `The post is scheduled${at === undefined ? '' : ` for ${at}`}. It has not been published yet.`;
	}
	if (isIdleStatus(status)) return 'The post was cancelled. It has not been published.';
	const notBegun = settled ? deliveriesNotBegun(post) : [];
	const nameOf = deliveryNamer(post, accounts);
	const list = (deliveries: IDataObject[]) => deliveries.map(nameOf).join(', ');
	const parts = [
		published.length > 0 ? `Published: ${list(published)}.` : undefined,
		refused.length > 0 ? `Not published: ${list(refused)}.` : undefined,
		uncertain.length > 0 ? `Uncertain: ${list(uncertain)}.` : undefined,
		settled ? undefined : `Still open: ${open.length > 0 ? list(open) : 'the post'}.`,
		notBegun.length > 0 ? `Not started: ${list(notBegun)}.` : undefined,
	].filter((part) => part !== undefined);
	return parts.length > 0 ? parts.join(' ') : `The status of the post is ${status}.`;
}

/** The message at the end of a wait. `readFailure`: why the latest state could not be read. */
export function describeEnd(
	{ status, message }: Publication,
	settled: boolean,
	readFailure: string | undefined,
): string {
	const hasNotBegun = !settled && isIdleStatus(status);
	const handover = hasNotBegun
		? ' The service has accepted it, but has not started to publish it.'
		: '';
	return `${message}${handover}${readFailure === undefined ? '' : ` ${asSentence(readFailure)}`}`;
}
