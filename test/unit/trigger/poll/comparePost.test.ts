import {
	comparePost,
	type PostSnapshot,
} from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';

it('comparePost gives every change of a post its own event key, however often the post has failed', () => {
	let snapshot: PostSnapshot | undefined;
	const steps = new Set<string>();
	for (let times = 0; times < 100; times++) {
		for (const status of ['scheduled', 'failed']) {
			const comparison = comparePost('post', { status, destinations: [] }, snapshot);
			snapshot = comparison.snapshot;
			for (const { type, eventKey } of comparison.changes)
				steps.add(JSON.stringify([type, eventKey]));
		}
	}
	// Includes `post.created`.
	expect(steps.size).toBe(201);
});

it('comparePost distinguishes two failures of a delivery even if the list omits its status in between', () => {
	let snapshot: PostSnapshot | undefined;
	const failures: unknown[] = [];
	for (const status of ['failed', 'scheduled', 'failed']) {
		const destination = status === 'failed' ? { id: 'delivery', status } : { id: 'delivery' };
		const comparison = comparePost('post', { status, destinations: [destination] }, snapshot);
		snapshot = comparison.snapshot;
		failures.push(...comparison.changes.filter(({ type }) => type === 'delivery.failed'));
	}
	expect(failures).toMatchObject([{ eventKey: ['delivery', 1] }, { eventKey: ['delivery', 2] }]);
});
