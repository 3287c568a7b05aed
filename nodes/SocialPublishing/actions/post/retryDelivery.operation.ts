import type { IDataObject } from 'n8n-workflow';

import { readAcceptedPost, readPost, toResponse } from '../../api/posts';
import {
	deliveryIn,
	isUnderWay,
	readDestinationStatus,
	showsFailure,
} from '../../api/readings/delivery';
import { failureOf } from '../../api/retriedDeliveries';
import type { Command, CommandResponse } from '../../commands/command';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item, Output } from '../../properties/item';
import { failedDeliveryLocator, workspaceLocator } from '../../properties/locators';
import { runsWithoutWorkflow } from '../../properties/nodeProgress';
import { readId } from '../../properties/parameters';
import {
	readWaitSettings,
	waitOptionsIfEnabled,
	waitProperty,
	type WaitSettings,
} from '../../properties/waitSettings';
import { UNDECIDED } from '../../transport/finding';
import type { Operation, Unfinished } from '../operation';
import { hasEndedSince, sendRememberingFailure } from './openRetries';
import {
	findRetriedDelivery,
	findForgottenRetry,
	findPathOfDelivery,
	findPostOfDelivery,
	knownPostOfDelivery,
	outputWithoutPost,
} from './postOfDelivery';
import { namingAccounts, RETRY_PURPOSE } from './refusals';
import { checkedPlatformProperty, readCheckedPlatform } from './retryFailed.operation';
import { retryFailedDeliveries, failureForIdentity } from './retryFailedDeliveries';
import { recallKnownRetry, recallOwnRetry, retriedDelivery, retryPath } from './retryMemory';
import { findRetryUnderWay, readAfterRetry, sendSingleRetry } from './singleRetry';
import { outputUnderWay, waitForPost } from './waitForOutcome.operation';

/** Sends a post again to an account where it failed. */
export const retryDelivery: Operation = {
	option: {
		name: 'Retry Delivery',
		value: 'retryDelivery',
		action: 'Retry failed delivery',
		description: 'Send a post again to one account where it failed, named by its destination ID',
	},
	runsInParallel: false,
	properties: [
		workspaceLocator,
		failedDeliveryLocator,
		checkedPlatformProperty,
		waitProperty,
		optionsCollection([...idempotencyOptions, ...waitOptionsIfEnabled()]),
	],

	prepare(item) {
		const destinationId = readId(item, 'destinationId', 'Failed Delivery');
		const wait = readWaitSettings(item);
		const idempotency = readIdempotency(item);
		const json: IDataObject = { checked_platform: readCheckedPlatform(item) };
		const identity = { path: retryPath(item, destinationId), content: json, step: MAIN_STEP };
		const command = { purpose: RETRY_PURPOSE, identity, idempotency };
		const whole: Command = {
			...command,
			request: { method: 'POST', safety: 'keyed' },
			// An accepted retry is followed to its outcome, even if the node has been edited since.
			isEdited: false,
			prepare: async () => ({ json }),
			find: async ({ why }) =>
				why === 'refused' ? UNDECIDED : await findForgottenRetry(item, destinationId),
		};
		return async () => {
			const start = await startRetry(item, destinationId, whole);
			if ('data' in start) {
				return await followRetry(item, destinationId, { response: start, idempotency, wait });
			}
			const underWay = await findRetryUnderWay(item, destinationId, start.command);
			const send = async () =>
				await sendRememberingFailure(
					item,
					destinationId,
					start.failure,
					async () => await sendSingleRetry(item, destinationId, start.command),
				);
			const response =
				underWay ??
				(await send().catch(
					namingAccounts(
						item,
						RETRY_PURPOSE,
						async () => await findRetriedDelivery(item, destinationId),
					),
				));
			return await followRetry(item, destinationId, { response, idempotency, wait });
		};
	},
};

/** Follows an accepted retry. If the delivery has failed again, a Retry of the execution tries it again. */
async function followRetry(
	item: Item,
	destinationId: string,
	{ response, idempotency, wait }: AcceptedCommand,
): Promise<Output | Unfinished<Output>> {
	const mayRetryAgain = response.isResumed && item.progress.isRetriedExecution;
	const isFollowed = wait.isEnabled || mayRetryAgain;
	const mustLook =
		!response.isResumed && recallOwnRetry(item, destinationId)?.failure === undefined;
	const findPath = isFollowed ? findPostOfDelivery : knownPostOfDelivery;
	const postPath = await findPath(item, response, destinationId);
	if (typeof postPath !== 'string') {
		return isFollowed
			? await outputWithoutPost(item, { response, destinationId }, wait, postPath)
			: outputUnderWay(item, response);
	}
	const known = mustLook ? await readAfterRetry(item, destinationId, postPath) : undefined;
	if (mayRetryAgain) {
		const { post } = await readAcceptedPost(item.connection, postPath);
		const destinations = [deliveryIn(post, destinationId) ?? []].flat();
		const mode = { idempotency, checkedPlatform: false };
		await retryFailedDeliveries(item, { ...post, destinations }, mode);
	}
	if (!wait.isEnabled) return outputUnderWay(item, response);
	const request = { postPath, wasJustPublished: true, onlyRetried: true };
	const retried = [retriedDelivery(item, destinationId)];
	return waitForPost(item, { ...request, retried, ...(known && { known }) }, wait);
}

interface AcceptedCommand {
	response: CommandResponse;
	idempotency: IdempotencyMode;
	wait: WaitSettings;
}

interface RetryStart {
	command: Command;
	/** Identifies the failure that the delivery shows; undefined if unknown. */
	failure?: string;
}

/**
 * Without a workflow, the failure that the delivery shows is part of the key: a repeated call is the same command, and a
 * retry after another failure is a new one.
 *
 * @returns how to send it or, for a delivery that shows the result of an earlier call, its post
 */
async function startRetry(
	item: Item,
	destinationId: string,
	command: Command,
): Promise<RetryStart | CommandResponse> {
	const { connection } = item;
	if (!runsWithoutWorkflow(item.functions)) return { command };
	const known = recallKnownRetry(item, destinationId)?.postPath;
	const postPath = known ?? (await findPathOfDelivery(item, destinationId));
	if (postPath === undefined) return { command };
	const state = await readPost(connection, postPath, RETRY_PURPOSE);
	const { post } = state;
	const delivery = deliveryIn(post, destinationId);
	if (delivery === undefined) return { command };
	const status = readDestinationStatus(delivery);
	const failure = showsFailure(delivery) ? failureOf(post, delivery) : undefined;
	const isOut = status === 'published' || isUnderWay(status);
	if (isOut || hasEndedSince(item, destinationId, failure)) {
		return { ...toResponse(state), isResumed: true };
	}
	const { identity, idempotency } = command;
	const content = [identity.content ?? null, failureForIdentity(idempotency, failure)];
	return { command: { ...command, identity: { ...identity, content } }, failure };
}
