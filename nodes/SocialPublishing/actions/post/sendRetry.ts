import { toResponse } from '../../api/posts';
import { hasDefinitelyFailed, isUncertain, showsFailure } from '../../api/readings/delivery';
import { failureOf } from '../../api/retriedDeliveries';
import { carryOut, type CommandResponse } from '../../commands/command';
import { doneBefore } from '../../commands/doneBefore';
import { deleteEntry, readEntry, writeEntry } from '../../commands/journal';
import { wasSent } from '../../commands/sentCommands';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import { ProcessMemory } from '../../commands/processMemory';
import { executionScope } from '../../properties/item';
import { undoing, UndecidedFailure } from '../../shared/failure';
import { textOf } from '../../shared/json';
import { NOTHING_FOUND, UNDECIDED, type Finding } from '../../transport/finding';
import {
	findPathOfDelivery,
	readDelivery,
	readBeforeRetry,
	type SeenDelivery,
} from './postOfDelivery';
import { purposeOfRetry, refuseIncompleteThread, RETRY_PURPOSE } from './refusals';
import type { Retries, RetryCommand } from './retryMemory';

export interface RetryMode {
	idempotency: IdempotencyMode;
	/** The user has checked that uncertain deliveries are not on the platform. */
	checkedPlatform: boolean;
}

/** One retry of a delivery. */
export interface Retry extends RetryMode {
	/** Those of the same delivery. */
	retries: Retries;
	/** Distinguishes the retries of an item. The one that `retryDelivery` itself asks for has 0. */
	count: number;
	/** The delivery as it is now. Undefined if it was not read: then only the service can refuse the retry. */
	seen?: SeenDelivery;
}

/**
 * What identifies the command of a retry. Without a workflow, the failure that the delivery shows is part of it: a repeated
 * call is the same command, and a retry after another failure is a new one.
 */
export function commandOf({
	retries: { path, id },
	count,
	seen,
	idempotency,
	checkedPlatform,
}: Retry): RetryCommand {
	const shown = idempotency.scope.hasNoWorkflow ? seen : undefined;
	const failure = shown && failureOf(shown.post, shown.delivery);
	if (count > 0) {
		const content = { retry: count, failure };
		const step = `retry-${encodeURIComponent(id)}-${count}`;
		const purpose = purposeOfRetry(seen?.delivery ?? { id });
		return { purpose, identity: { path, content, step }, idempotency };
	}
	const json = { checked_platform: checkedPlatform };
	const content = shown === undefined ? json : [json, { failure }];
	return { purpose: RETRY_PURPOSE, identity: { path, content, step: MAIN_STEP }, idempotency };
}

/**
 * Retries a delivery, unless another retry of it is under way: then that one is the result.
 *
 * @throws ServiceFailure also if the service has accepted the key before, for a retry that has ended
 */
export async function sendRetry(retry: Retry): Promise<CommandResponse> {
	const { retries, count, seen, idempotency } = retry;
	const command = commandOf(retry);
	const send = async () => await carryOutRetry(retry, command);
	if (seen === undefined) return await send();
	const resumed = { ...toResponse(seen), isResumed: true };
	// Further ones continue what the item has noted of those before.
	const isFirst = count === 0 || retries.own === undefined;
	// With the same key, it repeats a retry whose response was lost.
	const isRepeat = wasSent(retries.item.connection, command);
	const underWay = isRepeat ? undefined : await retries.findUnderWay(seen.post, seen.delivery);
	if (underWay !== undefined) {
		if (isFirst) retries.adopt(underWay);
		return resumed;
	}
	if (isFirst && retries.isKeyUsed(command)) requireNoFailure(command, seen);
	const failure = failureOf(seen.post, seen.delivery);
	if (!idempotency.scope.hasNoWorkflow || failure === undefined) return await send();
	return (await sendUnlessEnded(retries, failure, send)) ?? resumed;
}

/** @throws ServiceFailure if the delivery shows a failure: the service would only repeat its response to the key */
function requireNoFailure(command: RetryCommand, { delivery }: SeenDelivery): void {
	if (!showsFailure(delivery)) return;
	const state = isUncertain(delivery)
		? 'It is not known whether the post was published: check the platform.'
		: 'The delivery has failed again.';
	throw doneBefore(command, undefined, state);
}

/** Of all attempts at a retry, the failure that the delivery showed before the first one counts. */
async function carryOutRetry(retry: Retry, command: RetryCommand): Promise<CommandResponse> {
	const { retries, count, seen, checkedPlatform } = retry;
	const { item, id } = retries;
	const scope = executionScope(item);
	// The names and fields that n8n has stored with executions that can still be retried.
	const name = count === 0 ? ['failure before', id] : ['failure before', id, count];
	const response = await carryOut(item.connection, {
		...command,
		request: { method: 'POST', safety: 'keyed' },
		// An accepted retry is followed to its outcome, even if the node has been edited since.
		isEdited: false,
		prepare: async () => {
			const before = seen ?? (await readBeforeRetry(retries));
			if (before !== undefined) refuseIncompleteThread(before.post, before.delivery);
			const failure = before && failureOf(before.post, before.delivery);
			const entry = { failure, postPath: before?.postPath, ...(count > 0 && { isOpen: true }) };
			if (failure !== undefined) writeEntry(scope, name, entry);
			return { json: { checked_platform: checkedPlatform } };
		},
		find: async ({ why }) => (why === 'refused' ? UNDECIDED : await findForgottenRetry(retry)),
	}).catch(undoing(() => deleteEntry(scope, name)));
	const before = readEntry(scope, name);
	deleteEntry(scope, name);
	// What has been noted since the retry was accepted is more recent.
	if (response.isResumed && retries.own !== undefined) return response;
	const [failure, postPath] = [textOf(before?.failure), textOf(before?.postPath)];
	await retries.accept(command, { count, failure, postPath });
	return response;
}

/**
 * The outcome of a retry whose response was lost, once the service no longer knows its key: the status of the delivery.
 * If that status is not clear, another retry might post twice.
 */
async function findForgottenRetry({ retries, seen }: Retry): Promise<Finding> {
	const found = seen ?? (await readDelivery(retries, await findPathOfDelivery(retries)));
	if (found !== undefined && hasDefinitelyFailed(found.delivery)) return NOTHING_FOUND;
	if (found !== undefined && !isUncertain(found.delivery)) {
		return { is: 'found', response: toResponse(found) };
	}
	const failure = new UndecidedFailure(
		`Could not ${RETRY_PURPOSE}: an earlier attempt may have taken effect`,
		'More than 23 hours have passed, so the service may no longer know. Check on the platform whether the post is published. If it is not, start a new execution.',
		{ ...(found && { post: found.post, etag: found.etag }) },
	);
	return { is: 'undecided', failure };
}

/** The failure that a delivery showed before a retry whose response was lost. */
const openRetries = new ProcessMemory<string>();

/**
 * Sends a retry without a workflow, and remembers the failure that it starts from until it is known whether it took effect.
 *
 * @returns undefined if the delivery has failed again since an earlier call lost the response to its retry: that is the
 * result of the repeated call, and the next call is another retry
 */
async function sendUnlessEnded<Response>(
	{ identity }: Retries,
	failure: string,
	send: () => Promise<Response>,
): Promise<Response | undefined> {
	const open = openRetries.recall(identity);
	const hasEnded = open !== undefined && open !== failure;
	const response = hasEnded ? undefined : await openRetries.whileUncertain(identity, failure, send);
	openRetries.forget(identity);
	return response;
}
