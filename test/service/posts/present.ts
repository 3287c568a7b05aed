import { SHORTPOST } from '../core/platforms';
import type { DeliveryAttempt, Destination, Post, Publication } from '../core/records';
import type { Service } from '../core/service';

const iso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

/** The brand that all accounts of a post share; null for an ungrouped post. */
export function brandOf({ state }: Service, post: Post): string | null {
	const brands = post.destinations.map(
		({ content }) => state.accounts.get(content.account_id)?.brandId ?? null,
	);
	return brands.every((brand) => brand === brands[0]) ? (brands[0] ?? null) : null;
}

export function platformOf({ state }: Service, { content }: Destination): string | undefined {
	return state.accounts.get(content.account_id)?.platform;
}

/** A destination with its outcome, in the service's dialect. */
export function presentDestination(service: Service, post: Post, destination: Destination) {
	const { content, error } = destination;
	const waiting = post.status === 'scheduled' ? 'scheduled' : 'draft';
	const status = service.dialect.shownDelivery(
		destination.status === 'pending' ? waiting : destination.status,
	);
	const outcome = {
		status: { status, error },
		'outcome.status': { outcome: { status, error } },
		outcome: { outcome: status, error },
	}[service.dialect.destinationOutcome];
	const publication = destination.publications[0];
	return {
		id: destination.id,
		account_id: content.account_id,
		platform: platformOf(service, destination),
		text: content.text ?? null,
		media_ids: content.media_ids ?? [],
		options: content.options ?? {},
		...outcome,
		url: publication?.url ?? null,
		published_at: iso(publication?.publishedAtMs ?? null),
	};
}

function presentPublication(destination: Destination, publication: Publication) {
	return {
		id: publication.id,
		url: publication.url,
		published_at: iso(publication.publishedAtMs),
		destination_id: destination.id,
		account_id: destination.content.account_id,
	};
}

function presentAttempt(attempt: DeliveryAttempt) {
	return {
		id: attempt.id,
		destination_id: attempt.destinationId,
		account_id: attempt.accountId,
		attempt: attempt.attempt,
		status: attempt.status,
		started_at: iso(attempt.startedAtMs),
		finished_at: iso(attempt.finishedAtMs),
		error: attempt.error,
	};
}

/** A post as it appears in lists. */
export function presentPost(service: Service, post: Post) {
	const threads = post.destinations.filter(
		(destination) => platformOf(service, destination) === SHORTPOST,
	);
	return {
		id: post.id,
		workspace_id: post.workspaceId,
		brand_id: brandOf(service, post),
		...(service.dialect.postStatus ? { status: post.status } : {}),
		text: post.text,
		destinations: post.destinations.map((each) => presentDestination(service, post, each)),
		thread_publications: threads.flatMap((destination) =>
			destination.publications.map((each) => presentPublication(destination, each)),
		),
		scheduled_at: scheduledAt(service, post),
		timezone: post.schedule?.timezone ?? null,
		created_at: iso(post.createdAtMs),
		updated_at: iso(post.updatedAtMs),
	};
}

function scheduledAt({ dialect }: Service, { schedule }: Post): string | number | null {
	return schedule === null ? null : dialect.shownTime(new Date(schedule.atMs).toISOString());
}

/** A post with its delivery history. */
export function presentFullPost(service: Service, post: Post) {
	const { deliveryHistory, fullPost } = service.dialect;
	const shown = presentPost(service, post);
	const history = post.history.map(presentAttempt);
	return fullPost(deliveryHistory ? { ...shown, delivery_history: history } : shown);
}
