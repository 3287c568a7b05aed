/** What goes wrong. `when` is relative to the command's effect: `before` means that it has none. */
export type FaultAction =
	/** The connection breaks without a response. */
	| { kind: 'drop'; when: 'before' | 'after' }
	/** An error envelope with this status, instead of the real response. */
	| {
			kind: 'status';
			when: 'before' | 'after';
			status: number;
			code?: string;
			message?: string;
			headers?: Record<string, string>;
	  }
	/** The response is held back; `during` keeps the command running, and its idempotency key in progress. */
	| { kind: 'hold'; when: 'before' | 'during' | 'after'; until: () => Promise<unknown> }
	/**
	 * Content-Length is correct, but only `bytes` (default: half of the body) arrive. Then the connection
	 * breaks or stays open silently.
	 */
	| { kind: 'cut'; bytes?: number; then?: 'break' | 'stall' }
	/** An HTML page such as a proxy in front of the service would send. */
	| { kind: 'html'; when: 'before' | 'after'; status?: number }
	/** Only the status (default: that of the real response), without a body. */
	| { kind: 'empty'; when: 'before' | 'after'; status?: number }
	/** The post is read as it was before its last change, if the service has shown it at that time. */
	| { kind: 'stale' }
	/** No response; the connection stays open until the client or the service closes it. */
	| { kind: 'stall'; when: 'before' | 'after' };

/** Which requests a fault applies to. A field that is left out matches every request. */
export interface FaultMatcher {
	method?: string;
	/** Operation name, such as `publish_post`, or the route, such as `/workspaces/:workspace_id/posts`. */
	operation?: string;
	/** Path without the host: the exact string or a pattern. */
	path?: string | RegExp;
}

export interface Fault extends FaultMatcher {
	/** The first matching request that the fault applies to, counted from 1; default 1. */
	nth?: number;
	/** The number of matching requests it applies to from there on; default 1. */
	times?: number;
	action: FaultAction;
}

/** The fields of a request that a matcher looks at. */
export interface FaultSubject {
	method: string;
	path: string;
	operation?: string;
	route?: string;
}

export function matches(matcher: FaultMatcher, subject: FaultSubject): boolean {
	const { method, operation, path } = matcher;
	if (method !== undefined && method.toUpperCase() !== subject.method) return false;
	if (operation !== undefined && operation !== subject.operation && operation !== subject.route) {
		return false;
	}
	if (path === undefined) return true;
	return typeof path === 'string' ? path === subject.path : path.test(subject.path);
}

/** Faults waiting for their requests. At most one applies to a request, the oldest first. */
export class FaultQueue {
	private waiting: Array<{ fault: Fault; seen: number; left: number }> = [];

	add(...faults: Fault[]): void {
		for (const fault of faults) this.waiting.push({ fault, seen: 0, left: fault.times ?? 1 });
	}

	/** Returns the action for this request, if any. The request counts for every matching fault. */
	take(subject: FaultSubject): FaultAction | undefined {
		let action: FaultAction | undefined;
		for (const entry of this.waiting) {
			if (!matches(entry.fault, subject)) continue;
			entry.seen += 1;
			if (action || entry.seen < (entry.fault.nth ?? 1)) continue;
			entry.left -= 1;
			action = entry.fault.action;
		}
		this.waiting = this.waiting.filter((entry) => entry.left > 0);
		return action;
	}

	/** The number of faults that are not used up yet. */
	get pending(): number {
		return this.waiting.length;
	}

	clear(): void {
		this.waiting = [];
	}
}
