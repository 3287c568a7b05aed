import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../api/accountDirectory';
import { deliveryNamer } from '../../api/deliveries';
import { hasDefinitelyFailed, isUncertain, readDestinationId } from '../../api/readings/delivery';
import { readDestinations } from '../../api/readings/post';
import { failureOf, type RetriedDelivery } from '../../api/retriedDeliveries';
import { carryOut, type Command } from '../../commands/command';
import { readEntry, writeWhileUncertain, readSentCommand } from '../../commands/journal';
import { isForgotten, type IdempotencyMode, type IdentifiedCommand } from '../../commands/key';
import { doneBefore } from '../../commands/doneBefore';
import { executionScope, type Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { asRequestFailure } from '../../shared/failure';
import { textOf } from '../../shared/json';
import { NOTHING_FOUND, UNDECIDED } from '../../transport/finding';
import { hasEndedSince, sendRememberingFailure } from './openRetries';
import { purposeOfRetry, refusedRetryFailure, type RefusedRetry } from './refusals';
import {
	adoptRetry,
	executionIdOf,
	forgetEndedRetry,
	isKeyUsed,
	recallOwnRetry,
	rememberRetry,
	retriedDelivery,
	retryPath,
	retryUnderWay,
	type AcceptedRetry,
	type OwnRetry,
} from './retryMemory';

interface RetryMode {
	idempotency: IdempotencyMode;
	/** The user has checked that uncertain deliveries are not on the platform. */
	checkedPlatform: boolean;
}

/**
 * Retries every delivery of a post that certainly failed and, if the user has checked the platform, those whose outcome is
 * uncertain. Each execution retries a delivery once. A Retry of the execution retries deliveries that have failed again, but
 * none whose outcome has become uncertain. No delivery is retried while another retry of it is under way. A refused retry
 * does not prevent the others.
 *
 * @returns the deliveries that are retried, now or by an earlier attempt
 * @throws ServiceFailure the first failure
 */
export async function retryFailedDeliveries(
	item: Item,
	post: IDataObject,
	mode: RetryMode,
): Promise<RetriedDelivery[]> {
	const accepted: IDataObject[] = [];
	const refused: RefusedRetry[] = [];
	for (const destination of readDestinations(post)) {
		try {
			if (await retryOne(item, post, destination, mode)) accepted.push(destination);
		} catch (error) {
			refused.push({ destination, failure: asRequestFailure(error) });
		}
	}
	const [first] = refused;
	if (first === undefined)
		return accepted.map((each) => retriedDelivery(item, readDestinationId(each) ?? ''));
	const accounts = await readAccountNames(item.connection, workspacePath(item));
	throw refusedRetryFailure(first, accepted, deliveryNamer(post, accounts));
}

/** Whether the service has accepted a retry of the delivery, now or in an earlier attempt. */
async function retryOne(
	item: Item,
	post: IDataObject,
	destination: IDataObject,
	mode: RetryMode,
): Promise<boolean> {
	const id = readDestinationId(destination);
	if (id === undefined) return false;
	const own = recallOwnRetry(item, id);
	const count = (own?.count ?? 0) + 1;
	const failure = failureOf(post, destination);
	const command = retryCommand(item, destination, { count, failure }, mode);
	const next = nextStep(item, post, destination, { own, command, mode });
	if (next === 'leave') return own !== undefined;
	if (next !== 'send') {
		if (own === undefined) adoptRetry(item, id, next);
		return true;
	}
	if (own === undefined) requireNewKey(item, destination, command);
	if (hasEndedSince(item, id, failure)) return true;
	const send = async () => await sendRetry(item, command, { id, count, failure });
	await sendRememberingFailure(item, id, failure, send);
	return true;
}

/** If a response was lost, the failure that the delivery showed before the first attempt counts. */
async function sendRetry(
	item: Item,
	command: Command,
	{ id, count, failure }: { id: string; count: number; failure: string },
): Promise<void> {
	const scope = executionScope(item);
	const name = ['failure before', id, count];
	const before = textOf(readEntry(scope, name)?.failure) ?? failure;
	await writeWhileUncertain(
		scope,
		name,
		{ failure: before },
		async () => await carryOut(item.connection, command),
	);
	rememberRetry(item, id, command, { count, failure: before });
}

/** The next step for a delivery: another retry, none, or a check of the retry that is under way. */
function nextStep(
	item: Item,
	post: IDataObject,
	destination: IDataObject,
	{ own, command, mode }: { own: OwnRetry | undefined; command: Command; mode: RetryMode },
): 'send' | 'leave' | AcceptedRetry {
	forgetEndedRetry(item, post, destination);
	const isCertain = hasDefinitelyFailed(destination);
	if (!isCertain && !(mode.checkedPlatform && isUncertain(destination))) return 'leave';
	const open = readSentCommand(item.connection, command);
	// With the same key, it repeats a retry whose response was lost.
	if (open !== undefined) return isCertain || !isForgotten(open.sentAtMs) ? 'send' : 'leave';
	const underWay = retryUnderWay(item, post, destination);
	if (underWay !== undefined) return underWay;
	if (own === undefined) return 'send';
	return isCertain && own.by !== executionIdOf(item) ? 'send' : 'leave';
}

/**
 * For a retry that no attempt at this item has sent.
 *
 * @throws ServiceFailure if the service has accepted its key before: it would only repeat its response
 */
export function requireNewKey(
	item: Item,
	destination: IDataObject,
	command: Pick<Command, 'purpose' | 'identity' | 'idempotency'>,
): void {
	if (!isKeyUsed(item, readDestinationId(destination) ?? '', command)) return;
	const state = isUncertain(destination)
		? 'It is not known whether the post was published: check the platform.'
		: 'The delivery has failed again.';
	throw doneBefore(command, undefined, state);
}

function retryCommand(
	item: Item,
	destination: IDataObject,
	{ count, failure }: { count: number; failure: string },
	{ idempotency, checkedPlatform }: RetryMode,
): Command {
	const id = readDestinationId(destination) ?? '';
	return {
		purpose: purposeOfRetry(destination),
		identity: {
			path: retryPath(item, id),
			content: { retry: count, ...failureForIdentity(idempotency, failure) },
			step: `retry-${encodeURIComponent(id)}-${count}`,
		},
		idempotency,
		request: { method: 'POST', safety: 'keyed' },
		isEdited: false,
		prepare: async () => ({ json: { checked_platform: checkedPlatform } }),
		// A day later, a failed delivery shows that no retry is under way.
		find: async ({ why }) => (why === 'refused' ? UNDECIDED : NOTHING_FOUND),
	};
}

/** Without a workflow, the failure that a delivery shows distinguishes one retry of it from the next. */
export function failureForIdentity(
	{ scope }: IdentifiedCommand['idempotency'],
	failure: string | undefined,
): IDataObject {
	return scope.hasNoWorkflow && failure !== undefined ? { failure } : {};
}
