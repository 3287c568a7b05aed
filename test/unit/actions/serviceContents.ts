import type { RunningService } from '../../service';

/** The contents of the service without IDs and times: equal if a command was carried out exactly once. */
export async function contentsOf({ clock, events, state }: RunningService) {
	// Lets everything in progress finish.
	await clock.advance(60_000);
	return {
		posts: [...state.posts.values()].map((post) => ({
			text: post.text,
			status: post.status,
			isScheduled: post.schedule !== null,
			attempts: post.history.length,
			destinations: post.destinations.map(({ content, status, publications }) => ({
				account: state.accounts.get(content.account_id)?.name,
				status,
				publications: publications.length,
			})),
		})),
		// An upload that was started but not finished has no file.
		media: [...state.media.values()]
			.filter(({ status }) => status !== 'uploading')
			.map(({ name, alt, status, bytes }) => ({ name, alt, status, sizeBytes: bytes?.length })),
		webhooks: [...state.webhooks.values()].map(({ url, enabled, events: kinds }) => ({
			url,
			enabled,
			kinds,
		})),
		refreshed: [...state.accounts.values()]
			.filter(({ statistics }) => statistics.refreshRequestedAtMs !== null)
			.map(({ name }) => name),
		threadsUsed: [...state.shortpostUsed.values()],
		events: events.map(({ type }) => type).sort(),
	};
}
