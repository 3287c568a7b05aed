import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../api/accountDirectory';
import { deliveryNamer, listAccountIds } from '../../api/deliveries';
import { unconfirmedFailure } from '../../api/outcomeFailures';
import { readPost, toResponse } from '../../api/posts';
import {
	deliveryIn,
	hasDefinitelyFailed,
	isUncertain,
	readDestinationId,
} from '../../api/readings/delivery';
import { readDestinations, readPostId } from '../../api/readings/post';
import { addHint, hasNoRetry, type Item, type Output } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import type { WaitSettings } from '../../properties/waitSettings';
import { asRequestFailure, ServiceFailure, UndecidedFailure } from '../../shared/failure';
import { firstText, readRecord } from '../../shared/json';
import { asSentence } from '../../shared/text/sentences';
import { NOTHING_FOUND, type Finding } from '../../transport/finding';
import { findInList } from '../../transport/paginate';
import type { ServiceResponse } from '../../transport/types';
import { toOutput } from '../recordOperations';
import { RETRY_PURPOSE } from './refusals';
import { recallKnownRetry } from './retryMemory';

/**
 * The path of the post that a retried delivery belongs to. Otherwise the reason why it cannot be looked up, or undefined if
 * the service lists no such post.
 */
export async function findPostOfDelivery(
	item: Item,
	response: ServiceResponse,
	destinationId: string,
): Promise<string | ServiceFailure | undefined> {
	const known = knownPostOfDelivery(item, response, destinationId);
	if (known !== undefined) return known;
	return await findPathOfDelivery(item, destinationId).catch(asRequestFailure);
}

/** The path of the post, if it can be determined without a request. */
export function knownPostOfDelivery(
	item: Item,
	response: ServiceResponse,
	destinationId: string,
): string | undefined {
	const named = readPostId(readRecord(response.data));
	if (named !== undefined) return workspacePath(item, 'posts', named);
	return recallKnownRetry(item, destinationId)?.postPath;
}

/** The delivery itself, for `namingAccounts`. */
export async function findRetriedDelivery(
	item: Item,
	destinationId: string,
): Promise<IDataObject[]> {
	const post = await findPost(item, destinationId);
	return readDestinations(post ?? {}).filter((each) => readDestinationId(each) === destinationId);
}

/** The path of the post with a delivery, from the list of posts. */
export async function findPathOfDelivery(
	item: Item,
	destinationId: string,
): Promise<string | undefined> {
	const id = firstText((await findPost(item, destinationId))?.id);
	return id === undefined ? undefined : workspacePath(item, 'posts', id);
}

async function findPost(item: Item, destinationId: string): Promise<IDataObject | undefined> {
	const request = { purpose: 'find the post of the delivery', path: workspacePath(item, 'posts') };
	return await findInList(
		item.connection,
		request,
		(candidate) => deliveryIn(candidate, destinationId) !== undefined,
	);
}

/**
 * Ends an accepted retry whose post is not known, so that its outcome cannot be read.
 *
 * @throws ServiceFailure unless failures are accepted
 */
export async function outputWithoutPost(
	item: Item,
	{ response, destinationId }: { response: ServiceResponse; destinationId: string },
	wait: WaitSettings,
	failure: ServiceFailure | undefined,
): Promise<Output> {
	const why =
		failure === undefined
			? 'did not state which post this delivery belongs to'
			: `the node could not find out which post this delivery belongs to: ${failure.message}`;
	const accepted = `The service has accepted the retry, but ${why}`;
	if (wait.isEnabled && wait.failOn !== 'never') {
		const destination: IDataObject = { id: destinationId, ...readRecord(response.data) };
		const accounts = await readAccountNames(item.connection, workspacePath(item));
		const nameOf = deliveryNamer({ destinations: [destination] }, accounts);
		const parts = [asSentence(accepted), listAccountIds([destination], nameOf)];
		throw unconfirmedFailure(
			[nameOf(destination)],
			parts.filter((part) => part !== undefined),
			failure?.facts ?? {},
			hasNoRetry(item),
		);
	}
	addHint(item, asSentence(`${accepted}, so its outcome is not known`));
	return toOutput(response);
}

/**
 * The outcome of a retry whose response was lost, once the service no longer knows its key: the status of the delivery.
 * If that status is not clear, another retry might post twice.
 */
export async function findForgottenRetry(item: Item, destinationId: string): Promise<Finding> {
	const foundPath = await findPathOfDelivery(item, destinationId);
	const state =
		foundPath === undefined
			? { post: {}, etag: undefined }
			: await readPost(item.connection, foundPath, RETRY_PURPOSE);
	const delivery = deliveryIn(state.post, destinationId);
	if (delivery !== undefined && hasDefinitelyFailed(delivery)) return NOTHING_FOUND;
	if (delivery !== undefined && !isUncertain(delivery)) {
		return { is: 'found', response: toResponse(state) };
	}
	const failure = new UndecidedFailure(
		`Could not ${RETRY_PURPOSE}: an earlier attempt may have taken effect`,
		'More than a day has passed, so the service no longer knows. Check on the platform whether the post is published. If it is not, start a new execution.',
		{ ...(foundPath !== undefined && state) },
	);
	return { is: 'undecided', failure };
}
