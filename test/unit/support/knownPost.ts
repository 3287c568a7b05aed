import type { KnownPost } from '../../../nodes/SocialPublishing/trigger/poll/knownPost';

/** A post of which only this is remembered. */
export function knownPost(facts: Partial<KnownPost> = {}): KnownPost {
	return { status: '', content: '', schedule: '', deliveries: new Map(), ...facts };
}
