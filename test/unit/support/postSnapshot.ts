import type { PostSnapshot } from '../../../nodes/SocialPublishing/trigger/poll/comparePost';

/** A post of which only this is remembered. */
export function postSnapshot(facts: Partial<PostSnapshot> = {}): PostSnapshot {
	return { status: '', content: '', schedule: '', deliveries: new Map(), ...facts };
}
