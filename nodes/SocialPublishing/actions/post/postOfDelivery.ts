import type { IDataObject } from 'n8n-workflow';

import { listAccountIds } from '../../api/deliveries';
import { unconfirmedFailure } from '../../api/outcomeFailures';
import { OUTCOME_PURPOSE, readPost, readPostIfExists, type PostState } from '../../api/posts';
import { deliveryIn } from '../../api/readings/delivery';
import { readPostId } from '../../api/readings/post';
import { failureOf } from '../../api/retriedDeliveries';
import { readRecordId } from '../../api/readings/record';
import { addHint, hasNoRetry, type Item, type Output } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import type { WaitSettings } from '../../properties/waitSettings';
import { ignoreRequestFailure, type ServiceFailure } from '../../shared/failure';
import { readRecord } from '../../shared/json';
import { asSentence } from '../../shared/text/sentences';
import { fetchList, fetchPage, MAX_PAGE_SIZE } from '../../transport/paginate';
import type { ServiceResponse } from '../../transport/types';
import { toOutput } from '../recordOperations';
import { readDeliveryNames, RETRY_PURPOSE } from './refusals';
import type { Retries } from './retryMemory';

/** The path of the post, if it can be determined without a request. */
export function knownPostOfDelivery(
	{ item, postPath }: Retries,
	response: ServiceResponse,
): string | undefined {
	const named = readPostId(readRecord(response.data));
	return named === undefined ? postPath : workspacePath(item, 'posts', named);
}

/** The delivery itself, for `namingAccounts`. */
export async function findRetriedDelivery(retries: Retries): Promise<IDataObject[]> {
	const post = await findPost(retries);
	return [deliveryIn(post ?? {}, retries.id) ?? []].flat();
}

/** The path of the post with a delivery, from the list of posts; undefined if the service lists no such post. */
export async function findPathOfDelivery(retries: Retries): Promise<string | undefined> {
	return pathOf(retries.item, await findPost(retries));
}

async function findPost({ item, id }: Retries): Promise<IDataObject | undefined> {
	const matches = (post: IDataObject) => deliveryIn(post, id) !== undefined;
	const [found] = await fetchList(item.connection, { ...listRequest(item), limit: 1, matches });
	return found;
}

/** As `findPathOfDelivery`, among the newest posts: most likely, a delivery that has failed is one of theirs. */
async function findRecentPath({ item, id }: Retries): Promise<string | undefined> {
	const { connection } = item;
	const { records } = await fetchPage(connection, listRequest(item), MAX_PAGE_SIZE, undefined);
	const post = records.find((each) => deliveryIn(each, id) !== undefined);
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
	{ item, id }: Retries,
	postPath: string | undefined,
): Promise<SeenDelivery | undefined> {
	if (postPath === undefined) return undefined;
	const state = await readPostIfExists(item.connection, postPath, RETRY_PURPOSE);
	const delivery = state && deliveryIn(state.post, id);
	return delivery && { ...state, delivery, postPath };
}

/** A delivery before its retry. Undefined also if it cannot be read: the retry is sent nevertheless. */
export async function readBeforeRetry(retries: Retries): Promise<SeenDelivery | undefined> {
	const read = async () =>
		await readDelivery(retries, retries.postPath ?? (await findRecentPath(retries)));
	return await read().catch(ignoreRequestFailure);
}

/**
 * Reads a delivery right after the service has accepted its retry. While the delivery stays as it is then, the retry is
 * under way.
 */
export async function readAfterRetry(
	retries: Retries,
	postPath: string,
): Promise<PostState | undefined> {
	const { item, id } = retries;
	const read = readPost(item.connection, postPath, OUTCOME_PURPOSE);
	// The retry is under way, whether or not the post can be read.
	const state = await read.catch(ignoreRequestFailure);
	if (state === undefined) return undefined;
	const delivery = deliveryIn(state.post, id);
	if (delivery !== undefined) await retries.showFailure(failureOf(state.post, delivery), postPath);
	return state;
}

/**
 * Ends an accepted retry whose post is not known, so that its outcome cannot be read.
 *
 * @throws ServiceFailure unless failures are accepted
 */
export async function outputWithoutPost(
	{ item, id }: Retries,
	response: ServiceResponse,
	wait: WaitSettings,
	failure: ServiceFailure | undefined,
): Promise<Output> {
	const why =
		failure === undefined
			? 'did not state which post this delivery belongs to'
			: `the node could not find out which post this delivery belongs to: ${failure.message}`;
	const accepted = `The service has accepted the retry, but ${why}`;
	if (wait.isEnabled && wait.failOn !== 'never') {
		const destination: IDataObject = { id, ...readRecord(response.data) };
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
