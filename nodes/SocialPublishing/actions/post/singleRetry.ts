import { readPost, readPostIfExists, toResponse, type PostState } from '../../api/posts';
import { deliveryIn, showsFailure } from '../../api/readings/delivery';
import { failureOf } from '../../api/retriedDeliveries';
import { carryOut, type Command, type CommandResponse } from '../../commands/command';
import { deleteEntry, readEntry, writeEntry, wasSent } from '../../commands/journal';
import type { IdentifiedCommand } from '../../commands/key';
import { executionScope, type Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { asRequestFailure, mayHaveTakenEffect } from '../../shared/failure';
import { firstText, textOf } from '../../shared/json';
import { fetchPage, MAX_PAGE_SIZE } from '../../transport/paginate';
import {
	adoptRetry,
	rememberShownFailure,
	recallKnownRetry,
	recallOwnRetry,
	rememberRetry,
	retryUnderWay,
} from './retryMemory';
import { RETRY_PURPOSE } from './refusals';
import { requireNewKey } from './retryFailedDeliveries';

type RetryCommand = Pick<IdentifiedCommand, 'purpose' | 'idempotency' | 'identity'>;

/**
 * The retry of a delivery that another execution has sent, if it is still under way. Then this execution sends none.
 *
 * @throws ServiceFailure if the service has accepted the key before, for a retry that has ended
 */
export async function findRetryUnderWay(
	item: Item,
	destinationId: string,
	command: RetryCommand,
): Promise<CommandResponse | undefined> {
	const { connection } = item;
	const postPath = recallKnownRetry(item, destinationId)?.postPath;
	if (postPath === undefined || wasSent(connection, command)) return undefined;
	const state = await readPostIfExists(connection, postPath, command.purpose);
	if (state === undefined) return undefined;
	const delivery = deliveryIn(state.post, destinationId);
	if (delivery === undefined || !showsFailure(delivery)) return undefined;
	const underWay = retryUnderWay(item, state.post, delivery);
	if (underWay === undefined) {
		requireNewKey(item, delivery, command);
		return undefined;
	}
	adoptRetry(item, destinationId, underWay);
	return { ...toResponse(state), isResumed: true };
}

/**
 * Sends the retry of a delivery. The failure that the delivery shows before the retry is later compared with its state, to
 * recognize a new failure. If it cannot be read, the retry is sent nevertheless.
 */
export async function sendSingleRetry(
	item: Item,
	destinationId: string,
	command: Command,
): Promise<CommandResponse> {
	const scope = executionScope(item);
	const name = ['failure before', destinationId];
	const prepare = async () => {
		const before = await readBeforeRetry(item, destinationId).catch(asRequestFailure);
		if (before !== undefined && !(before instanceof Error)) writeEntry(scope, name, before);
		return await command.prepare();
	};
	const response = await carryOut(item.connection, { ...command, prepare }).catch(
		(error: unknown) => {
			if (!mayHaveTakenEffect(error)) deleteEntry(scope, name);
			throw error;
		},
	);
	if (recallOwnRetry(item, destinationId) !== undefined) return response;
	const { failure, postPath } = readEntry(scope, name) ?? {};
	const before = { failure: textOf(failure), postPath: textOf(postPath) };
	rememberRetry(item, destinationId, command, { count: 0, ...before });
	deleteEntry(scope, name);
	return response;
}

/** A delivery that has failed is most likely among the newest posts. */
async function readBeforeRetry(
	item: Item,
	destinationId: string,
): Promise<{ failure: string; postPath: string } | undefined> {
	const { connection } = item;
	const known = recallKnownRetry(item, destinationId)?.postPath;
	const postPath = known ?? (await findRecentPost(item, destinationId));
	if (postPath === undefined) return undefined;
	const { post } = await readPost(connection, postPath, RETRY_PURPOSE);
	const delivery = deliveryIn(post, destinationId);
	if (delivery === undefined || !showsFailure(delivery)) return undefined;
	return { failure: failureOf(post, delivery), postPath };
}

async function findRecentPost(item: Item, destinationId: string): Promise<string | undefined> {
	const request = { purpose: RETRY_PURPOSE, path: workspacePath(item, 'posts') };
	const { records } = await fetchPage(item.connection, request, MAX_PAGE_SIZE, undefined);
	const post = records.find((each) => deliveryIn(each, destinationId) !== undefined);
	const id = firstText(post?.id);
	return id === undefined ? undefined : workspacePath(item, 'posts', id);
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
	const purpose = 'read the outcome of the post';
	const state = await readPost(item.connection, postPath, purpose).catch(asRequestFailure);
	// The retry is under way, whether or not the post can be read.
	if (state instanceof Error) return undefined;
	const delivery = deliveryIn(state.post, destinationId);
	if (delivery !== undefined) rememberShownFailure(item, delivery, { post: state.post, postPath });
	return state;
}
