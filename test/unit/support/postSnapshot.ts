import type { PostSnapshot } from '../../../nodes/SocialPublishing/trigger/poll/comparePost';

/** A snapshot of a post with only these fields. */
export function postSnapshot(facts: Partial<PostSnapshot> = {}): PostSnapshot {
	return {
		status: '',
		content: '',
		schedule: '',
		past: [],
		returns: 0,
		deliveries: new Map(),
		...facts,
	};
}
