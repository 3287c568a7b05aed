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

it('tells two failures of a delivery apart although the list does not say that it was scheduled in between', () => {
	let known: KnownPost | undefined;
	const failures: unknown[] = [];
	for (const status of ['failed', 'scheduled', 'failed']) {
		const destination = status === 'failed' ? { id: 'delivery', status } : { id: 'delivery' };
		const comparison = comparePost('post', { status, destinations: [destination] }, known);
		known = comparison.known;
		failures.push(...comparison.changes.filter(({ type }) => type === 'delivery.failed'));
	}
	expect(failures).toMatchObject([
		{ distinction: ['delivery', 1] },
		{ distinction: ['delivery', 2] },
	]);
});
