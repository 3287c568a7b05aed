import type { PollHost } from '../../engine';
import type { PollHarness } from './pollHarness';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Copies a published post until the workspace has this many, each created some days before the next. */
export async function addOldPosts(
	harness: PollHarness,
	count: number,
	daysBetween: number,
): Promise<void> {
	const { state, clock } = harness.service;
	await harness.published('Fresh rolls', 'Cakes on Pagebook');
	const [original] = state.posts.values();
	if (original === undefined) throw new Error('There is no post');
	state.posts.clear();
	for (let index = 0; index < count; index++) {
		const atMs = clock.now() - (count - index) * daysBetween * DAY_MS;
		const post = structuredClone({ ...original, schedule: null });
		post.id = `old_${index}`;
		post.sequence = state.nextSequence();
		post.createdAtMs = atMs;
		for (const destination of post.destinations) {
			destination.id = `destination_${index}`;
			for (const publication of destination.publications) publication.publishedAtMs = atMs;
		}
		state.posts.set(post.id, post);
	}
}

/** Makes the post and its first delivery fail, as a retry that has failed again. */
export function failAgain(harness: PollHarness, postId: string): void {
	const post = harness.service.state.posts.get(postId);
	const [destination] = post?.destinations ?? [];
	if (post && destination) [post.status, destination.status] = ['failed', 'failed'];
}

/** Polls, and returns the number of pages that the poll has read. */
export async function pagesOf(harness: PollHarness, host: PollHost): Promise<number> {
	harness.requests();
	await host.poll();
	return harness.requests().filter((operation) => operation === 'list_posts').length;
}
