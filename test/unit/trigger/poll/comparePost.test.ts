import { comparePost } from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import type { KnownPost } from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';

it('tells each step of a post from all earlier ones, however often it has failed', () => {
	let known: KnownPost | undefined;
	const steps = new Set<string>();
	for (let times = 0; times < 100; times++) {
		for (const status of ['scheduled', 'failed']) {
			const comparison = comparePost('post', { status, destinations: [] }, known);
			known = comparison.known;
			for (const { type, distinction } of comparison.changes)
				steps.add(JSON.stringify([type, distinction]));
		}
	}
	// And `post.created`.
	expect(steps.size).toBe(201);
});
