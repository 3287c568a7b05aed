import { conflict } from '../core/errors';
import { deleted, type Context, type Result } from '../core/operation';
import { page } from '../core/pages';
import type { DestinationContent, Post } from '../core/records';
import { selectPosts, type Filters } from '../core/selection';
import type { Service } from '../core/service';
import { newDestinations, requireKnown } from './content';
import { presentFullPost, presentPost } from './present';
import { readinessOf } from './readiness';
import { newEtag, touch } from './revision';

export interface Content {
	text?: string | undefined;
	destinations: DestinationContent[];
}

/** The result of a command on a post. */
export function postResult(service: Service, post: Post, status = 200): Result {
	const { data } = show(service, post);
	const { commandEtag } = service.dialect;
	if (commandEtag === 'none') return { data, status };
	return { data, status, etag: commandEtag === 'post' ? post.etag : etagOfResponse(commandEtag) };
}

function etagOfResponse(kind: 'response' | 'weak'): string {
	const etag = newEtag();
	return kind === 'weak' ? `W/${etag}` : etag;
}

function show(service: Service, post: Post): { etag: string; data: unknown } {
	const shown = { etag: post.etag, data: presentFullPost(service, post) };
	if (post.shown.at(-1)?.etag !== post.etag) post.shown.push(shown);
	return shown;
}

/** Throws 409 if the post's delivery history must be preserved. */
export function requireUnlocked(post: Post): void {
	const locked = post.destinations.some(({ status }) =>
		['published', 'publishing', 'needs_review'].includes(status),
	);
	if (locked) {
		const message = 'Published, publishing and uncertain posts cannot be changed or deleted.';
		throw conflict('post_locked', message);
	}
}

export function listPosts(
	context: Context<Filters & { cursor?: string | undefined; limit: number }>,
): Result {
	const { service, workspaceId, input } = context;
	const posts = selectPosts(service, workspaceId, input);
	const scope = ['posts', workspaceId, input.brand_id, input.platform];
	const present = (post: Post) => {
		const listed = service.dialect.listedPost(presentPost(service, post));
		return listed && { ...listed, ...(service.dialect.listEtag && { etag: post.etag }) };
	};
	return {
		data: page(posts, input, { order: 'newestFirst', scope, present, dialect: service.dialect }),
	};
}

export function getPost({ service, workspaceId, input, isStale }: Context<{ id: string }>): Result {
	const post = service.state.post(workspaceId, input.id);
	const earlier = isStale ? post.shown.findLast(({ etag }) => etag !== post.etag) : undefined;
	return earlier ?? show(service, post);
}

export function createPost({ service, workspaceId, input }: Context<Content>): Result {
	requireKnown(service, workspaceId, input.destinations, { readyMedia: true });
	return addDraft(service, workspaceId, input);
}

export function duplicatePost({ service, workspaceId, input }: Context<{ id: string }>): Result {
	const { text, destinations } = service.state.post(workspaceId, input.id);
	const contents = destinations.map(({ content }) => content);
	return addDraft(service, workspaceId, { text, destinations: contents });
}

function addDraft(service: Service, workspaceId: string, content: Content): Result {
	const { clock, dialect, state, webhooks } = service;
	const post: Post = {
		id: state.newId('post'),
		sequence: state.nextSequence(),
		workspaceId,
		text: dialect.keptText(content.text ?? ''),
		destinations: newDestinations(service, content.destinations),
		status: 'draft',
		schedule: null,
		etag: newEtag(),
		createdAtMs: clock.now(),
		updatedAtMs: clock.now(),
		history: [],
		shown: [],
	};
	state.posts.set(post.id, post);
	webhooks.emit(workspaceId, 'post.created', { post_id: post.id, status: post.status });
	return postResult(service, post, dialect.createdStatus);
}

export function editPost(context: Context<{ id: string } & Partial<Content>>): Result {
	const { service, workspaceId, input } = context;
	const post = service.state.post(workspaceId, input.id);
	context.matchRevision(post.etag);
	requireUnlocked(post);
	if (input.destinations)
		requireKnown(service, workspaceId, input.destinations, { readyMedia: true });
	if (input.text !== undefined) post.text = service.dialect.keptText(input.text);
	if (input.destinations) post.destinations = newDestinations(service, input.destinations);
	touch(service, post);
	service.webhooks.emit(workspaceId, 'post.updated', { post_id: post.id, status: post.status });
	return postResult(service, post);
}

export function deletePost({ service, workspaceId, input }: Context<{ id: string }>): Result {
	const post = service.state.post(workspaceId, input.id);
	requireUnlocked(post);
	post.schedule?.task.cancel();
	service.state.posts.delete(post.id);
	return deleted(service, post.id);
}

/** Reports the readiness of every destination; saves, publishes and reserves nothing. */
export function validatePost({ service, workspaceId, input }: Context<Content>): Result {
	requireKnown(service, workspaceId, input.destinations, { readyMedia: false });
	const { text = '', destinations } = input;
	const results = readinessOf(service, workspaceId, text, destinations);
	return {
		data: {
			ready: results.every(({ problems }) => problems.length === 0),
			destinations: results.map(({ account, problems }) => ({
				account_id: account.id,
				platform: account.platform,
				ready: problems.length === 0,
				problems,
			})),
		},
	};
}
