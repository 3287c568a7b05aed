/** What goes wrong. `when` is seen from the command's effect: before it there is none. */
export type FaultAction =
	/** The connection breaks without an answer. */
	| { kind: 'drop'; when: 'before' | 'after' }
	/** An error envelope with this status, in place of the real answer. */
	| {
			kind: 'status';
			when: 'before' | 'after';
			status: number;
			code?: string;
			message?: string;
			headers?: Record<string, string>;
	  }
	/** The answer comes late; `during` holds the command open, so that its key is still running. */
	| { kind: 'delay'; when: 'before' | 'during' | 'after'; ms: number }
	/**
	 * The announced length is right, but only `bytes` (half of them if left out) arrive; then the
	 * connection breaks, or stays open without a sound.
	 */
	| { kind: 'cut'; bytes?: number; then?: 'break' | 'stall' }
	/** A page as a proxy in front of the service would send it. */
	| { kind: 'html'; when: 'before' | 'after'; status?: number }
	/** The status alone (that of the real answer if left out), without a body. */
	| { kind: 'empty'; when: 'before' | 'after'; status?: number }
	/** No answer; the connection stays open until the client or the service closes it. */
	| { kind: 'stall'; when: 'before' | 'after' };

/** Which requests a fault meets. Everything left out matches all. */
export interface FaultMatcher {
	method?: string;
	/** Operation name, such as `publish_post`, or the route, such as `/workspaces/:workspace_id/posts`. */
	operation?: string;
	/** Path below the host, exactly or as a pattern. */
	path?: string | RegExp;
}

export interface Fault extends FaultMatcher {
	/** The first matching request that is met, counted from 1. */
	nth?: number;
	/** How many matching requests are met from there on; default 1. */
	times?: number;
	action: FaultAction;
}

/** A request as far as matching it goes. */
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

/** Faults that wait for their requests; at most one meets a request, the oldest first. */
export class FaultQueue {
	private waiting: Array<{ fault: Fault; seen: number; left: number }> = [];

	add(...faults: Fault[]): void {
		for (const fault of faults) this.waiting.push({ fault, seen: 0, left: fault.times ?? 1 });
	}

	/** The action for this request, if any; counts the request as seen by every matching fault. */
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

	/** How many faults have not been used up. */
	get pending(): number {
		return this.waiting.length;
	}

	clear(): void {
		this.waiting = [];
	}
}
