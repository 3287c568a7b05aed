import type { IDataObject } from 'n8n-workflow';

import { readAcceptedPost } from '../../api/posts';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { failedDeliveryLocator, workspaceLocator } from '../../properties/locators';
import type { Item, Output } from '../../properties/item';
import { optionsCollection } from '../../properties/commonFields';
import { readId } from '../../properties/parameters';
import {
	readWaitSettings,
	waitOptionsIfEnabled,
	waitProperty,
	type WaitSettings,
} from '../../properties/waitSettings';
import { UNDECIDED } from '../../transport/errors';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import type { Command, CommandResponse } from '../../commands/command';
import type { Operation, Unfinished } from '../operation';
import { recallOwnRetry, retriedDelivery, retryPath } from './acceptedRetries';
import { namingAccounts } from './accountAccess';
import { checkedPlatformProperty, readCheckedPlatform } from './checkedPlatform';
import {
	findDelivery,
	findForgottenRetry,
	findPostOfDelivery,
	knownPostOfDelivery,
	outputWithoutPost,
} from './postOfDelivery';
import { whileOpen } from './openRetries';
import { RETRY_PURPOSE } from './refusedRetry';
import { retryFailedDeliveries } from './retryFailedDeliveries';
import { deliveryIn, findRetryUnderWay, lookAtRetried, sendSingleRetry } from './singleRetry';
import { startRetry } from './startRetry';
import { outputUnderWay, waitForPost } from './waitForPost';

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
			// An accepted retry is followed to its outcome, whatever has been edited since.
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
				await whileOpen(
					item,
					destinationId,
					start.failure,
					async () => await sendSingleRetry(item, destinationId, start.command),
				);
			const response =
				underWay ??
				(await send().catch(
					namingAccounts(item, RETRY_PURPOSE, async () => await findDelivery(item, destinationId)),
				));
			return await followRetry(item, destinationId, { response, idempotency, wait });
		};
	},
};

/** What an accepted retry comes to. A Retry of the execution tries again what has failed again. */
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
			? await outputWithoutPost(item, response, destinationId, wait, postPath)
			: outputUnderWay(item, response);
	}
	const known = mustLook ? await lookAtRetried(item, destinationId, postPath) : undefined;
	if (mayRetryAgain) {
		const { post } = await readAcceptedPost(item.connection, postPath);
		const destinations = [deliveryIn(post, destinationId) ?? []].flat();
		const mode = { idempotency, checkedPlatform: false };
		await retryFailedDeliveries(item, { ...post, destinations }, mode);
	}
	if (!wait.isEnabled) return outputUnderWay(item, response);
	const request = { postPath, wasJustPublished: true, judgesRetriedOnly: true };
	const retried = [retriedDelivery(item, destinationId)];
	return waitForPost(item, { ...request, retried, ...(known && { known }) }, wait);
}

interface AcceptedCommand {
	response: CommandResponse;
	idempotency: IdempotencyMode;
	wait: WaitSettings;
}
