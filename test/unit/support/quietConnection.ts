import type { Connection } from '../../../nodes/SocialPublishing/transport/connection';
import { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';

/** A connection over which nothing is sent. */
export function quietConnection(more: Partial<Connection> = {}): Connection {
	return {
		functions: {} as Connection['functions'],
		credentialType: 'socialPublishingApi',
		baseUrl: 'https://service.example/api/v1',
		addressName: 'Base URL',
		rateLimiter: new RateLimiter(),
		signal: undefined,
		redact: (text) => text,
		...more,
	};
}
