import type { Resource } from '../operation';
import { cancel } from './cancel.operation';
import { create } from './create.operation';
import { deletePost } from './delete.operation';
import { duplicate } from './duplicate.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { presentChosenPost, presentPosts } from './presentPost';
import { publish } from './publish.operation';
import { reschedule } from './reschedule.operation';
import { retryDelivery } from './retryDelivery.operation';
import { retryFailed } from './retryFailed.operation';
import { scheduleOperation } from './schedule.operation';
import { upsert } from './upsert.operation';
import { update } from './update.operation';
import { validate } from './validate.operation';
import { waitForOutcomeOperation } from './waitForOutcome.operation';

export const post: Resource = {
	option: { name: 'Post', value: 'post' },
	operations: [
		presentPosts(create),
		presentChosenPost(publish),
		presentChosenPost(scheduleOperation),
		presentPosts(upsert),
		presentChosenPost(get),
		presentPosts(getAll),
		presentChosenPost(update),
		validate,
		presentChosenPost(waitForOutcomeOperation),
		presentChosenPost(retryFailed),
		presentPosts(retryDelivery),
		presentChosenPost(reschedule),
		presentChosenPost(cancel),
		presentPosts(duplicate),
		deletePost,
	],
};
