import type { IDataObject } from 'n8n-workflow';

import { PendingOutcome, type OutcomeRequest } from '../../api/pendingOutcome';
import { withEtag } from '../../api/posts';
import { hasFailures } from '../../api/outcomeFailures';
import { readPublication } from '../../api/publication';
import { deliveryIn } from '../../api/readings/delivery';
import { isIdleStatus, readPostStatus } from '../../api/readings/post';
import { PUBLICATION_SHOWN_MS } from '../../commands/commandFromState';
import type { PostTarget } from '../../commands/postCommand';
import { ProcessMemory } from '../../commands/processMemory';
import { optionsCollection } from '../../properties/commonFields';
import { addHint, hasNoRetry, type Item, type Output } from '../../properties/item';
import {
	postLocator,
	readPostPath,
	workspaceLocator,
	workspacePath,
} from '../../properties/locators';
import { readWaitLimits, waitOptions, type WaitLimits } from '../../properties/waitSettings';
import { clock } from '../../shared/clock';
import { readRecord } from '../../shared/json';
import type { ServiceResponse } from '../../transport/types';
import type { Operation, Unfinished } from '../operation';
import { toOutput } from '../recordOperations';
import { Retries } from './retryMemory';

export const waitForOutcomeOperation: Operation = {
	option: {
		name: 'Wait for Outcome',
		value: 'waitForOutcome',
		action: 'Wait for post outcome',
		description: 'Wait until the outcome of a post is known for every account',
	},
	properties: [workspaceLocator, postLocator, optionsCollection(waitOptions)],

	async execute(item) {
		const postPath = readPostPath(item);
		const wasPublishedBefore = isHandedOver(item, postPath);
		const request = { postPath, wasJustPublished: false, wasPublishedBefore };
		return waitForPost(item, request, readWaitLimits(item));
	},
};

/** When a publication was accepted, in milliseconds since 1970: a post may still show its earlier state then. */
const handovers = new ProcessMemory<number>();

/** Call it as soon as the service has accepted a publication. */
export function rememberHandover({ connection }: Item, postPath: string): void {
	handovers.remember([connection.baseUrl, postPath], clock.now());
}

function isHandedOver({ connection }: Item, postPath: string): boolean {
	const atMs = handovers.recall([connection.baseUrl, postPath]);
	return atMs !== undefined && clock.now() < atMs + PUBLICATION_SHOWN_MS;
}

/**
 * Starts to wait for the outcome of a post. The output is the post with its ETag, if known, and with `publication`: its
 * outcome, including a readable message.
 */
export function waitForPost(
	item: Item,
	request: Omit<OutcomeRequest, keyof WaitLimits | 'workspacePath'>,
	{ timeoutMs, failOn }: WaitLimits,
): Unfinished<Output> {
	const pending = new PendingOutcome(item.connection, {
		...request,
		workspacePath: workspacePath(item),
		timeoutMs,
		failOn,
		hasNoRetry: hasNoRetry(item),
	});
	const finish = async () => {
		const { retried = [] } = request;
		for (const { id } of retried) {
			const delivery = deliveryIn(pending.post, id);
			if (delivery !== undefined) new Retries(item, id).forgetEnded(pending.post, delivery);
		}
		const { post, etag, publication } = await pending.end();
		if (publication.open.length > 0 || !publication.settled) addHint(item, publication.message);
		const details: IDataObject = { ...publication };
		return { json: { ...withEtag(post, etag), publication: details } };
	};
	return { pending, finish };
}

/** Returns the response to an accepted publication without a wait. If it already shows a failure, that is an error. */
export function outputHandedOver(
	item: Item,
	{ postPath, sent }: PostTarget,
	response: Pick<ServiceResponse, 'data' | 'etag'>,
	limits: WaitLimits,
): Output | Unfinished<Output> {
	const post = readRecord(response.data);
	const publication = readPublication(post, true);
	// Otherwise it shows the deliveries of an earlier publication.
	const hasBegun = !isIdleStatus(readPostStatus(post));
	if (hasBegun && hasFailures(publication)) {
		const known = { post, etag: response.etag };
		const request = { postPath, sent, wasJustPublished: true, known };
		return waitForPost(item, request, { ...limits, timeoutMs: 0 });
	}
	return publication.settled ? toOutput(response) : outputUnderWay(item, response);
}

const UNDER_WAY =
	"The post is handed over, not yet out. To get its outcome, turn on 'Wait for Outcome' or use Post → Wait for Outcome.";

/** Returns the post of an accepted command, even if its record does not show the effect yet. */
export function outputUnderWay(
	item: Item,
	response: Pick<ServiceResponse, 'data' | 'etag'>,
): Output {
	addHint(item, UNDER_WAY);
	return { ...toOutput(response), message: UNDER_WAY, wasSent: true };
}
