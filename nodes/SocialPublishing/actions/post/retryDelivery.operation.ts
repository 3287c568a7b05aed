import { readAcceptedPost, toResponse } from '../../api/posts';
import { deliveryIn, isUnderWay, readDestinationStatus } from '../../api/readings/delivery';
import type { CommandResponse } from '../../commands/command';
import { wasSent } from '../../commands/sentCommands';
import type { Output } from '../../properties/item';
import { failedDeliveryLocator, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import type { WaitSettings } from '../../properties/waitSettings';
import { asRequestFailure } from '../../shared/failure';
import type { Operation, Unfinished } from '../operation';
import {
	findPathOfDelivery,
	findRetriedDelivery,
	knownPostOfDelivery,
	outputWithoutPost,
	readAfterRetry,
	readDelivery,
	type SeenDelivery,
} from './postOfDelivery';
import { namingAccounts, RETRY_PURPOSE } from './refusals';
import { readRetry, retryProperties } from './retryFailed.operation';
import { retryFailedDeliveries } from './retryFailedDeliveries';
import { Retries } from './retryMemory';
import { commandOf, sendRetry, type RetryMode } from './sendRetry';
import { outputUnderWay, waitForPost } from './waitForOutcome.operation';

export const retryDelivery: Operation = {
	option: {
		name: 'Retry Delivery',
		value: 'retryDelivery',
		action: 'Retry failed delivery',
		description: 'Retry publishing a post on one account where it failed',
	},
	properties: [workspaceLocator, failedDeliveryLocator, ...retryProperties],

	prepare(item) {
		const destinationId = readId(item, 'destinationId', 'Failed Delivery');
		const { mode, wait } = readRetry(item);
		return async () => {
			const retries = new Retries(item, destinationId);
			const response = await retries.oneAtATime(async () => await retryOne(retries, mode));
			return await followRetry(retries, { response, mode, wait });
		};
	},
};

/**
 * Sends the retry. In a workflow, the delivery is read first only if another retry of it is known. Without a
 * workflow, a delivery that is out or under way shows the result of an earlier call, which is the response.
 */
async function retryOne(retries: Retries, mode: RetryMode): Promise<CommandResponse> {
	const { item } = retries;
	const { hasNoWorkflow = false } = mode.idempotency.scope;
	const retry = { ...mode, retries, count: 0 };
	const isRepeat = wasSent(item.connection, commandOf(retry));
	const mustLook = !isRepeat && (hasNoWorkflow || (await retries.mayHaveBegun()));
	const seen = mustLook
		? await readDelivery(retries, retries.postPath ?? (await findPathOfDelivery(retries)))
		: undefined;
	if (hasNoWorkflow && seen !== undefined && isOutOrUnderWay(seen)) {
		return { ...toResponse(seen), isResumed: true };
	}
	return await sendRetry({ ...retry, seen }).catch(
		namingAccounts(item, RETRY_PURPOSE, async () => await findRetriedDelivery(retries)),
	);
}

function isOutOrUnderWay({ delivery }: SeenDelivery): boolean {
	const status = readDestinationStatus(delivery);
	return status === 'published' || isUnderWay(status);
}

/** Follows an accepted retry. If the delivery has failed again, a Retry of the execution tries it again. */
async function followRetry(
	retries: Retries,
	{ response, mode, wait }: { response: CommandResponse; mode: RetryMode; wait: WaitSettings },
): Promise<Output | Unfinished<Output>> {
	const { item, id } = retries;
	const mayRetryAgain = response.isResumed && item.progress.isRetriedExecution;
	const isFollowed = wait.isEnabled || mayRetryAgain;
	const mustLook = !response.isResumed && retries.own?.failure === undefined;
	const knownPath = knownPostOfDelivery(retries, response);
	if (knownPath === undefined && !isFollowed) return outputUnderWay(item, response);
	const postPath = knownPath ?? (await findPathOfDelivery(retries).catch(asRequestFailure));
	if (typeof postPath !== 'string') {
		return await outputWithoutPost(retries, response, wait, postPath);
	}
	const known = mustLook ? await readAfterRetry(retries, postPath) : undefined;
	if (mayRetryAgain) {
		const { post } = await readAcceptedPost(item.connection, postPath);
		const destinations = [deliveryIn(post, id) ?? []].flat();
		const again = { ...mode, checkedPlatform: false };
		await retryFailedDeliveries(item, { ...post, destinations }, again);
	}
	if (!wait.isEnabled) return outputUnderWay(item, response);
	const request = { postPath, wasJustPublished: true, onlyRetried: true };
	return waitForPost(
		item,
		{ ...request, retried: [retries.retried], ...(known && { known }) },
		wait,
	);
}
