import { readAcceptedPost } from '../../api/posts';
import { readDestinations } from '../../api/readings/post';
import { sendPostCommand, type PostTarget } from '../../commands/postCommand';
import { optionsCollection, referral, revisionOption } from '../../properties/commonFields';
import { idempotencyOptions, readPostTarget } from '../../properties/idempotency';
import type { Item, Output } from '../../properties/item';
import { postLocator, workspaceLocator } from '../../properties/locators';
import {
	readWaitSettings,
	waitOptionsIfEnabled,
	waitProperty,
	type WaitSettings,
} from '../../properties/waitSettings';
import { readRecord } from '../../shared/json';
import type { Operation, Unfinished } from '../operation';
import { namingAccounts, targetsOfPost } from './refusals';
import { retryFailedDeliveries } from './retryFailedDeliveries';
import {
	outputHandedOver,
	outputUnderWay,
	rememberHandover,
	waitForPost,
} from './waitForOutcome.operation';

/** Publishes a post immediately. The service first accepts it; the outcome on each account follows. */
export const publish: Operation = {
	option: {
		name: 'Publish',
		value: 'publish',
		action: 'Publish existing draft',
		description: 'Publish a draft or a scheduled post now, on all of its accounts',
	},
	properties: [
		referral(
			'This publishes a post that already exists. For a new post, choose the operation Create.',
		),
		workspaceLocator,
		postLocator,
		waitProperty,
		optionsCollection([...idempotencyOptions, ...waitOptionsIfEnabled(), revisionOption]),
	],

	prepare(item) {
		const target = readPostTarget(item);
		const wait = readWaitSettings(item);
		return async () => await publishPost(item, target, wait);
	},
};

/**
 * Publishes a post now. Returns the service's response or, with a wait, the outcome to wait for.
 *
 * @param onAccepted called as soon as the service has accepted the command
 */
export async function publishPost(
	item: Item,
	target: PostTarget,
	wait: WaitSettings,
	onAccepted?: () => Promise<void>,
): Promise<Output | Unfinished<Output>> {
	const { postPath, sent } = target;
	const response = await sendPostCommand(item.connection, target, {
		name: 'publish',
		isEdited: item.progress.isEdited,
		readsOutcome: wait.isEnabled,
	}).catch(namingAccounts(item, 'publish the post', targetsOfPost(item, postPath)));
	rememberHandover(item, postPath);
	await onAccepted?.();
	if (response.isResumed) return await resumePublication(item, target, wait);
	if (!wait.isEnabled) return outputHandedOver(item, target, response, wait);
	const record = readRecord(response.data);
	const post = readDestinations(record).length > 0 ? record : {};
	const known = { post, etag: response.etag };
	return waitForPost(item, { postPath, wasJustPublished: true, known, sent }, wait);
}

/** Continues with a post that an earlier attempt has handed over: a Retry tries its failed deliveries again. */
export async function resumePublication(
	item: Item,
	target: PostTarget,
	wait: WaitSettings,
): Promise<Output | Unfinished<Output>> {
	const { postPath, idempotency, sent } = target;
	const known = await readAcceptedPost(item.connection, postPath);
	const retried = item.progress.isRetriedExecution
		? await retryFailedDeliveries(item, known.post, { idempotency, checkedPlatform: false })
		: [];
	if (!wait.isEnabled) {
		const response = { data: known.post, etag: known.etag };
		return retried.length === 0
			? outputHandedOver(item, target, response, wait)
			: outputUnderWay(item, response);
	}
	const request = { postPath, wasJustPublished: true, retried, sent };
	return waitForPost(item, retried.length > 0 ? request : { ...request, known }, wait);
}
