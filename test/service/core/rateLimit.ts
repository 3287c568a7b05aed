import type { ServiceClock } from '../clock';
import type { Settings } from '../options';
import { ServiceError } from './errors';
import type { Credential } from './records';

const WINDOW_MS = 60_000;

/** The values of the RateLimit headers: the tighter of the two limits. */
export interface RateLimitStatus {
	limit: number;
	remaining: number;
}

/** Limits requests per credential and per user in any 60 seconds; REST and MCP requests count together. */
export class RateLimiter {
	private readonly seen = new Map<string, number[]>();

	constructor(
		private readonly clock: ServiceClock,
		private readonly limits: Settings['limits'],
	) {}

	status(credential: Credential): RateLimitStatus {
		return this.buckets(credential)
			.map(({ limit, times }) => ({ limit, remaining: Math.max(0, limit - times.length) }))
			.reduce((tighter, other) => (other.remaining < tighter.remaining ? other : tighter));
	}

	/** Counts one request. Throws 429 with the time to wait above the limit; such a request is not counted. */
	take(credential: Credential): void {
		const nowMs = this.clock.now();
		const buckets = this.buckets(credential);
		const waitsMs = buckets.map(({ limit, times }) => {
			const freed = times[times.length - limit];
			return freed === undefined ? 0 : freed + WINDOW_MS - nowMs;
		});
		const retryAfterMs = Math.max(...waitsMs);
		if (retryAfterMs > 0) {
			throw new ServiceError(429, 'rate_limited', 'Too many requests in one minute.', {
				retryAfterMs,
			});
		}
		for (const { times } of buckets) times.push(nowMs);
	}

	private buckets({ id, userId }: Credential) {
		return [
			{ limit: this.limits.credentialPerMinute, times: this.recent(`credential ${id}`) },
			{ limit: this.limits.userPerMinute, times: this.recent(`user ${userId}`) },
		];
	}

	private recent(key: string): number[] {
		const sinceMs = this.clock.now() - WINDOW_MS;
		const times = (this.seen.get(key) ?? []).filter((time) => time > sinceMs);
		this.seen.set(key, times);
		return times;
	}
}
