import { conflict, invalid, invalidField, ServiceError } from '../core/errors';
import { instant, requireTimezone } from '../core/instant';
import type { Context, Result } from '../core/operation';
import type { Post } from '../core/records';
import type { Service } from '../core/service';
import { startDelivery } from './delivery';
import { postResult, requireUnlocked } from './drafts';
import { presentDestination } from './present';
import { readinessOf } from './readiness';
import { touch } from './revision';

/** The least time between scheduling and publishing. */
const MIN_LEAD_MS = 30_000;

/** Problems that do not prevent acceptance: the destination is blocked when it is due. */
const BLOCKED_LATER = new Set(['reconnect_required', 'allowance_used_up']);

/** Throws 403 if no destination is connected, and 422 if the content of a destination is not ready. */
function requirePublishable(service: Service, post: Post): void {
	requireUnlocked(post);
	const contents = post.destinations.map(({ content }) => content);
	const results = readinessOf(service, post.workspaceId, post.text, contents);
	if (results.every(({ account }) => !account.connected)) {
		throw new ServiceError(403, 'access_denied', 'No destination of the post can be used.');
	}
	const details = results.flatMap(({ problems }, index) =>
		problems
			.filter(({ code }) => !BLOCKED_LATER.has(code))
			.map(({ field, message }) => ({ field: `destinations.${index}.${field}`, message })),
	);
	if (details.length > 0) throw invalid(details, 'post_not_ready');
}

function unschedule(post: Post): void {
	post.schedule?.task.cancel();
	post.schedule = null;
}

export function publishPost(context: Context<{ id: string }>): Result {
	const { service, workspaceId, input } = context;
	const post = service.state.post(workspaceId, input.id);
	context.matchRevision(post.etag);
	requirePublishable(service, post);
	unschedule(post);
	startDelivery(service, post, post.destinations);
	return postResult(service, post, 202);
}

interface ScheduleInput {
	id: string;
	scheduled_at: string;
	timezone?: string | undefined;
}

export function schedulePost(context: Context<ScheduleInput>): Result {
	const { service, workspaceId, input } = context;
	const post = service.state.post(workspaceId, input.id);
	context.matchRevision(post.etag);
	return setSchedule(service, post, input);
}

export function reschedulePost(context: Context<ScheduleInput>): Result {
	const { service, workspaceId, input } = context;
	const post = service.state.post(workspaceId, input.id);
	context.matchRevision(post.etag);
	requireScheduled(post);
	return setSchedule(service, post, input);
}

function setSchedule(service: Service, post: Post, input: ScheduleInput): Result {
	const { clock, dialect, webhooks } = service;
	const atMs = dialect.keptTime(instant('scheduled_at', input.scheduled_at));
	if (input.timezone !== undefined) requireTimezone('timezone', input.timezone);
	if (atMs < clock.now() + MIN_LEAD_MS) {
		throw invalidField('scheduled_at', 'must be at least 30 seconds ahead');
	}
	requirePublishable(service, post);
	unschedule(post);
	// The credential is not checked again: an accepted schedule remains valid.
	const task = clock.schedule(atMs, () => {
		post.schedule = null;
		startDelivery(service, post, post.destinations);
	});
	post.schedule = { atMs, timezone: input.timezone ?? null, task };
	post.status = 'scheduled';
	for (const destination of post.destinations) destination.status = 'pending';
	touch(service, post);
	webhooks.emit(post.workspaceId, 'post.scheduled', { post_id: post.id, status: post.status });
	return postResult(service, post);
}

function requireScheduled(post: Post): void {
	if (post.status !== 'scheduled') {
		throw conflict('post_not_scheduled', 'The post is not scheduled.');
	}
}

/** Turns a scheduled post back into one that waits for a command, as a draft does. */
export function cancelPost({ service, workspaceId, input }: Context<{ id: string }>): Result {
	const post = service.state.post(workspaceId, input.id);
	requireScheduled(post);
	unschedule(post);
	post.status = service.dialect.cancelledStatus;
	touch(service, post);
	service.webhooks.emit(workspaceId, 'post.draft', { post_id: post.id, status: post.status });
	return postResult(service, post);
}

export function retryDelivery(
	context: Context<{ id: string; checked_platform?: boolean | undefined }>,
): Result {
	const { service, workspaceId, input } = context;
	const { post, destination } = service.state.destination(workspaceId, input.id);
	if (!['failed', 'blocked', 'needs_review'].includes(destination.status)) {
		throw conflict('delivery_not_failed', 'Only a failed delivery can be tried again.');
	}
	if (destination.status === 'needs_review') {
		if (destination.content.options?.thread?.length) {
			const message = 'An uncertain thread needs a manual review; it cannot be tried again.';
			throw conflict('thread_needs_review', message);
		}
		if (input.checked_platform !== true) {
			const message = 'must be true after you have checked the platform: the post may be out';
			throw invalidField('checked_platform', message, 'platform_check_required');
		}
	}
	startDelivery(service, post, [destination]);
	if (service.dialect.retryResponse === 'post') return postResult(service, post, 202);
	const data = { post_id: post.id, ...presentDestination(service, post, destination) };
	return { data, status: 202 };
}
