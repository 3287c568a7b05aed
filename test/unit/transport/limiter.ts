import type { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';
import type { VirtualTime } from './virtualTime';

/** The service's limiter: counts all requests of the credential in any minute, which may last a little longer. */
export class Limiter {
	readonly own: number[] = [];
	private counted: number[] = [];
	refusals = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly limit: number,
		private readonly minuteMs = 60_000,
	) {}

	/** The response to a request that arrives now: its headers, and how long to wait if it is refused. */
	take(isOwn: boolean): { retryAfterMs?: number; headers: Record<string, string> } {
		this.counted = this.counted.filter((atMs) => atMs > this.time.nowMs - this.minuteMs);
		if (isOwn) this.own.push(this.time.nowMs);
		const isRefused = this.counted.length >= this.limit;
		if (isRefused && isOwn) this.refusals++;
		if (!isRefused) this.counted.push(this.time.nowMs);
		const remaining = this.limit - this.counted.length;
		return {
			...(isRefused && { retryAfterMs: (this.counted[0] ?? 0) + this.minuteMs - this.time.nowMs }),
			headers: { 'ratelimit-limit': `${this.limit}`, 'ratelimit-remaining': `${remaining}` },
		};
	}

	/** The most requests of the node that arrived within any 60 seconds. */
	get densest(): number {
		const times = [...this.own].sort((a, b) => a - b);
		return Math.max(
			0,
			...times.map((start) => times.filter((t) => t >= start && t < start + 60_000).length),
		);
	}
}

/** Sends one request, with this latency in each direction, until it is not refused. */
export async function send(
	time: VirtualTime,
	rateLimiter: RateLimiter,
	limiter: Limiter,
	[thereMs, backMs]: [number, number],
): Promise<void> {
	for (;;) {
		const permit = await rateLimiter.acquire();
		await time.sleep(thereMs);
		const { retryAfterMs, headers } = limiter.take(true);
		await time.sleep(backMs);
		rateLimiter.observe(headers);
		permit.end();
		if (retryAfterMs === undefined) return;
		rateLimiter.pause(retryAfterMs);
	}
}
