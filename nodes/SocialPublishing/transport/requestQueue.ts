import { clock } from '../shared/clock';
import { CancelledFailure } from '../shared/failure';

interface QueuedRequest {
	/** When it joined the queue, in milliseconds since 1970. */
	sinceMs: number;
	/** Others go first. */
	isLowPriority: boolean;
	/** Called when it is first in the queue. */
	wake?: () => void;
}

/**
 * Requests that wait to be sent, in order. Those of low priority let the others pass for a limited time. Each can be
 * cancelled on its own.
 */
export class RequestQueue {
	private readonly queue: QueuedRequest[] = [];

	/** @param longestYieldMs how long a request of low priority lets others pass */
	constructor(private readonly longestYieldMs: number) {}

	get length(): number {
		return this.queue.length;
	}

	join(isLowPriority: boolean): QueuedRequest {
		const request: QueuedRequest = { sinceMs: clock.now(), isLowPriority };
		// The first one may be waiting for the limit. If it yields, it lets others pass itself.
		const next = this.queue.findIndex((other, index) => index > 0 && this.yields(other));
		this.queue.splice(isLowPriority || next === -1 ? this.queue.length : next, 0, request);
		return request;
	}

	/**
	 * Resolves when the request is first in the queue. Call it again after every wait: others may have overtaken it.
	 *
	 * @throws CancelledFailure if `signal` aborts first
	 */
	async untilFirst(request: QueuedRequest, signal: AbortSignal | undefined): Promise<void> {
		if (this.queue[0] === request && this.yields(request)) this.letOthersPass(request);
		if (this.queue[0] === request) return;
		if (!signal?.aborted) {
			await new Promise<void>((resolve) => {
				request.wake = resolve;
				signal?.addEventListener('abort', request.wake);
			});
			if (request.wake !== undefined) signal?.removeEventListener('abort', request.wake);
		}
		if (signal?.aborted) throw new CancelledFailure();
	}

	leave(request: QueuedRequest): void {
		this.queue.splice(this.queue.indexOf(request), 1);
		this.queue[0]?.wake?.();
	}

	private letOthersPass(request: QueuedRequest): void {
		const [, ...others] = this.queue;
		const yielding = others.findIndex(this.yields);
		const place = yielding === -1 ? others.length : yielding;
		if (place === 0) return;
		this.queue.splice(0, this.queue.length, ...others.toSpliced(place, 0, request));
		this.queue[0]?.wake?.();
	}

	private readonly yields = ({ isLowPriority, sinceMs }: QueuedRequest): boolean =>
		isLowPriority && clock.now() - sinceMs < this.longestYieldMs;
}
