import { readAcceptedPost } from '../../api/posts';
import { isHandedOver } from '../../api/postLifecycle';
import { readDestinations } from '../../api/readings/post';
import type { Item, Output } from '../../properties/item';
import type { WaitSettings } from '../../properties/waitSettings';
import { readRecord } from '../../shared/json';
import { sendPostCommand, type PostTarget } from '../../commands/postCommand';
import type { Unfinished } from '../operation';
import { namingAccounts, targetsOfPost } from './accountAccess';
import { retryFailedDeliveries } from './retryFailedDeliveries';
import { outputHandedOver, outputUnderWay, waitForPost } from './waitForPost';

/**
 * Publishes a post now. Returns the service's response or, with a wait, what to wait for.
 *
 * @param onAccepted called as soon as the service has accepted the command
 */
export async function publishPost(
	item: Item,
	target: PostTarget,
	wait: WaitSettings,
	onAccepted?: () => Promise<void>,
): Promise<Output | Unfinished<Output>> {
	const { postPath } = target;
	const response = await sendPostCommand(item.connection, target, {
		name: 'publish',
		content: {},
		isEdited: item.progress.isEdited,
		makeBody: () => ({}),
		showsEffect: isHandedOver,
		isFollowed: wait.isEnabled,
	}).catch(namingAccounts(item, 'publish the post', targetsOfPost(item, postPath)));
	await onAccepted?.();
	if (response.isResumed) return await resumePublication(item, target, wait);
	if (!wait.isEnabled) return outputHandedOver(item, response);
	const record = readRecord(response.data);
	const post = readDestinations(record).length > 0 ? record : {};
	const known = { post, etag: response.etag };
	return waitForPost(item, { postPath, wasJustPublished: true, known }, wait);
}

/** Goes on with a post that an earlier attempt has handed over: a Retry tries its failed deliveries again. */
async function resumePublication(
	item: Item,
	{ postPath, idempotency }: PostTarget,
	wait: WaitSettings,
): Promise<Output | Unfinished<Output>> {
	const known = await readAcceptedPost(item.connection, postPath);
	const retried = item.progress.isRetriedExecution
		? await retryFailedDeliveries(item, known.post, { idempotency, checkedPlatform: false })
		: [];
	if (!wait.isEnabled) {
		const response = { data: known.post, etag: known.etag };
		return retried.length === 0 ? outputHandedOver(item, response) : outputUnderWay(item, response);
	}
	const request = { postPath, wasJustPublished: true, retried };
	return waitForPost(item, retried.length > 0 ? request : { ...request, known }, wait);
}
