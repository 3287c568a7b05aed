import { z } from 'zod/v4';

import { operation } from '../core/operation';
import { filterInput, pageInput } from '../core/pages';
import { changesInput, contentInput } from '../posts/content';
import * as drafts from '../posts/drafts';
import * as publishing from '../posts/publishing';
import { recordId } from './fields';

const posts = '/workspaces/:workspace_id/posts';
const post = `${posts}/:id`;
const id = recordId('post');
const when = {
	id,
	scheduled_at: z.string().describe('ISO 8601 instant with an offset, at least 30 seconds ahead'),
	timezone: z.string().optional().describe('IANA time zone name, for display'),
};

export const postOperations = [
	operation({
		name: 'list_posts',
		description: 'List posts with the outcomes of their destinations.',
		method: 'GET',
		route: posts,
		input: { ...pageInput, ...filterInput },
		command: drafts.listPosts,
	}),
	operation({
		name: 'get_post',
		description: 'Read one post with its delivery history and revision.',
		method: 'GET',
		route: post,
		input: { id },
		command: drafts.getPost,
	}),
	operation({
		name: 'create_post',
		description: 'Save a draft. Publishes nothing.',
		method: 'POST',
		route: posts,
		needsKey: true,
		input: contentInput,
		command: drafts.createPost,
	}),
	operation({
		name: 'edit_post',
		description: 'Change a draft or scheduled post. Destinations, if sent, replace the whole list.',
		method: 'PATCH',
		route: post,
		needsRevision: true,
		input: { id, ...changesInput },
		command: drafts.editPost,
	}),
	operation({
		name: 'delete_post',
		description: 'Delete a post that was never published.',
		method: 'DELETE',
		route: post,
		input: { id },
		command: drafts.deletePost,
	}),
	operation({
		name: 'publish_post',
		description:
			'Publish a post now. Acceptance does not mean success: read the outcomes afterwards.',
		method: 'POST',
		route: `${post}/publish`,
		needsRevision: true,
		needsKey: true,
		input: { id },
		command: publishing.publishPost,
	}),
	operation({
		name: 'schedule_post',
		description: 'Set the time at which a post is published.',
		method: 'POST',
		route: `${post}/schedule`,
		needsRevision: true,
		needsKey: true,
		input: when,
		command: publishing.schedulePost,
	}),
	operation({
		name: 'reschedule_post',
		description: 'Change the time of a scheduled post.',
		method: 'PATCH',
		route: `${post}/reschedule`,
		needsRevision: true,
		needsKey: true,
		input: when,
		command: publishing.reschedulePost,
	}),
	operation({
		name: 'cancel_post',
		description: 'Turn a scheduled post back into a draft.',
		method: 'POST',
		route: `${post}/cancel`,
		needsKey: true,
		bodyOptional: true,
		input: { id },
		command: publishing.cancelPost,
	}),
	operation({
		name: 'duplicate_post',
		description: 'Copy the content of a post into a new draft.',
		method: 'POST',
		route: `${post}/duplicate`,
		needsKey: true,
		bodyOptional: true,
		input: { id },
		command: drafts.duplicatePost,
	}),
	operation({
		name: 'validate_post',
		description: 'Check whether content could be published, without saving it.',
		method: 'POST',
		route: `${posts}/validate`,
		hasEffect: false,
		input: contentInput,
		command: drafts.validatePost,
	}),
	operation({
		name: 'retry_delivery',
		description: 'Try a failed delivery again.',
		method: 'POST',
		route: '/workspaces/:workspace_id/destinations/:id/retry',
		needsKey: true,
		input: {
			id: recordId('destination'),
			checked_platform: z
				.boolean()
				.optional()
				.describe('True if the outcome was uncertain and you have looked at the platform'),
		},
		command: publishing.retryDelivery,
	}),
];
