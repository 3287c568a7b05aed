import type { ServiceClock } from '../clock';
import type { Dialect } from '../dialect';
import type { FaultQueue } from '../faults';
import type { Journal } from '../journal';
import type { Settings } from '../options';
import type { WebhookSender } from '../webhooks/sender';
import type { Effect } from './effects';
import type { IdempotencyStore } from './idempotency';
import type { Result } from './operation';
import type { RateLimiter } from './rateLimit';
import type { State } from './state';

/** Everything that commands and routes work with. */
export interface Service {
	readonly settings: Settings;
	readonly dialect: Dialect;
	readonly clock: ServiceClock;
	readonly state: State;
	readonly faults: FaultQueue;
	readonly journal: Journal;
	/** What has been done, whatever was responded; oldest first. */
	readonly effects: Effect[];
	readonly rateLimiter: RateLimiter;
	readonly idempotency: IdempotencyStore<Result>;
	readonly webhooks: WebhookSender;
}
