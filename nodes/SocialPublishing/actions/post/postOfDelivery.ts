import type { IDataObject } from 'n8n-workflow';

import { listAccountIds } from '../../api/deliveries';
import { unconfirmedFailure } from '../../api/outcomeFailures';
import { OUTCOME_PURPOSE, readPost, readPostIfExists, type PostState } from '../../api/posts';
import { deliveryIn, showsFailure } from '../../api/readings/delivery';
import { readPostId } from '../../api/readings/post';
import { failureOf } from '../../api/retriedDeliveries';
import { readRecordId } from '../../api/readings/record';
import { addHint, hasNoRetry, type Item, type Output } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import type { WaitSettings } from '../../properties/waitSettings';
import { asRequestFailure, type ServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { asSentence } from '../../shared/text/sentences';
import { fetchList, fetchPage, MAX_PAGE_SIZE } from '../../transport/paginate';
import type { ServiceResponse } from '../../transport/types';
import { toOutput } from '../recordOperations';
import { readDeliveryNames, RETRY_PURPOSE } from './refusals';
import { recallKnownRetry, rememberShownFailure } from './retryMemory';
import { noteRetry } from './retryNotes';

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
	return [deliveryIn(post ?? {}, destinationId) ?? []].flat();
}

/** The path of the post with a delivery, from the list of posts; undefined if the service lists no such post. */
export async function findPathOfDelivery(
	item: Item,
	destinationId: string,
): Promise<string | undefined> {
	return pathOf(item, await findPost(item, destinationId));
}

async function findPost(item: Item, destinationId: string): Promise<IDataObject | undefined> {
	const matches = (post: IDataObject) => deliveryIn(post, destinationId) !== undefined;
	const [found] = await fetchList(item.connection, { ...listRequest(item), limit: 1, matches });
	return found;
}

/** As `findPathOfDelivery`, among the newest posts: most likely, a delivery that has failed is one of theirs. */
async function findRecentPath(item: Item, destinationId: string): Promise<string | undefined> {
	const { connection } = item;
	const { records } = await fetchPage(connection, listRequest(item), MAX_PAGE_SIZE, undefined);
	const post = records.find((each) => deliveryIn(each, destinationId) !== undefined);
	return pathOf(item, post);
}

function listRequest(item: Item) {
	return { purpose: 'find the post of the delivery', path: workspacePath(item, 'posts') };
}

export function pathOf(item: Item, post: IDataObject | undefined): string | undefined {
	const id = readRecordId(post);
	return id === undefined ? undefined : workspacePath(item, 'posts', id);
}

export interface SeenDelivery extends PostState {
	delivery: IDataObject;
	/** The path of the post, if it was looked up. */
	postPath?: string;
}

/** Undefined if there is no such post, or it does not list the delivery. */
export async function readDelivery(
	item: Item,
	destinationId: string,
	postPath: string | undefined,
): Promise<SeenDelivery | undefined> {
	if (postPath === undefined) return undefined;
	const state = await readPostIfExists(item.connection, postPath, RETRY_PURPOSE);
	const delivery = state && deliveryIn(state.post, destinationId);
	return delivery && { ...state, delivery, postPath };
}

/** A delivery before its retry. Undefined also if it cannot be read: the retry is sent nevertheless. */
export async function readBeforeRetry(
	item: Item,
	destinationId: string,
): Promise<SeenDelivery | undefined> {
	const read = async () => {
		const known = recallKnownRetry(item, destinationId)?.postPath;
		const postPath = known ?? (await findRecentPath(item, destinationId));
		return await readDelivery(item, destinationId, postPath);
	};
	const seen = await read().catch(asRequestFailure);
	return seen instanceof Error ? undefined : seen;
}

/** Identifies the failure that a delivery shows; undefined if it shows none. */
export function failureIn({ post, delivery }: SeenDelivery): string | undefined {
	return showsFailure(delivery) ? failureOf(post, delivery) : undefined;
}

/**
 * Reads a delivery right after the service has accepted its retry. While the delivery stays as it is then, the retry is
 * under way.
 */
export async function readAfterRetry(
	item: Item,
	destinationId: string,
	postPath: string,
): Promise<PostState | undefined> {
	const state = await readPost(item.connection, postPath, OUTCOME_PURPOSE).catch(asRequestFailure);
	// The retry is under way, whether or not the post can be read.
	if (state instanceof Error) return undefined;
	const delivery = deliveryIn(state.post, destinationId);
	if (delivery !== undefined) {
		const failure = failureIn({ ...state, delivery });
		rememberShownFailure(item, destinationId, failure, postPath);
		await noteRetry(item, destinationId, failure);
	}
	return state;
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
		const nameOf = await readDeliveryNames(item, { destinations: [destination] });
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
