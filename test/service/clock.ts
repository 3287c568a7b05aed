/** A scheduled task; `cancel` removes it if it has not started yet. */
export interface ScheduledTask {
	cancel(): void;
}

interface Entry {
	atMs: number;
	sequence: number;
	task: () => void | Promise<void>;
}

/** The longest delay that `setTimeout` accepts without overflowing. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * The service's clock. It follows the real clock with an adjustable offset and speed. Scheduled tasks run
 * on their own when they are due, or in chronological order through `advance`.
 */
export class ServiceClock {
	private anchorRealMs = Date.now();
	private anchorServiceMs: number;
	private speedFactor: number;
	private queue: Entry[] = [];
	private sequence = 0;
	private timer: NodeJS.Timeout | undefined;
	private advancing: Promise<void> = Promise.resolve();
	private advances = 0;
	private stopped = false;
	private readonly running = new Set<Promise<void>>();

	constructor(options: { startMs?: number; speed?: number } = {}) {
		this.anchorServiceMs = options.startMs ?? this.anchorRealMs;
		this.speedFactor = options.speed ?? 1;
	}

	/** This clock's time in milliseconds since 1970. */
	now(): number {
		return this.anchorServiceMs + (Date.now() - this.anchorRealMs) * this.speedFactor;
	}

	/** The current time, or `atMs`, as ISO 8601 in UTC. */
	iso(atMs = this.now()): string {
		return new Date(atMs).toISOString();
	}

	get speed(): number {
		return this.speedFactor;
	}

	/** From now on, `factor` seconds pass on this clock for every real second: at 0, it stands still. */
	setSpeed(factor: number): void {
		this.moveTo(this.now());
		this.speedFactor = factor;
		this.arm();
	}

	/** Runs `task` once this clock reaches `atMs`. */
	schedule(atMs: number, task: () => void | Promise<void>): ScheduledTask {
		const entry: Entry = { atMs, sequence: this.sequence++, task };
		const index = this.queue.findIndex((other) => other.atMs > atMs);
		this.queue.splice(index === -1 ? this.queue.length : index, 0, entry);
		this.arm();
		return {
			cancel: () => {
				this.queue = this.queue.filter((other) => other !== entry);
			},
		};
	}

	/**
	 * Moves the clock forward and runs every task that becomes due, one after the other. Tasks that have
	 * already started are finished first.
	 */
	async advance(ms: number): Promise<void> {
		this.advances += 1;
		const turn = this.advancing.then(async () => await this.advanceNow(ms));
		this.advancing = turn.finally(() => {
			this.advances -= 1;
			this.arm();
		});
		await this.advancing;
	}

	/** Resolves when no task is running. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	/** Discards all scheduled tasks. */
	stop(): void {
		this.stopped = true;
		this.queue = [];
		clearTimeout(this.timer);
	}

	private async advanceNow(ms: number): Promise<void> {
		await this.settled();
		const targetMs = this.now() + ms;
		for (let next = this.queue[0]; next && next.atMs <= targetMs; next = this.queue[0]) {
			this.queue.shift();
			if (this.now() < next.atMs) this.moveTo(next.atMs);
			await this.run(next);
		}
		if (this.now() < targetMs) this.moveTo(targetMs);
	}

	private moveTo(serviceMs: number): void {
		this.anchorServiceMs = serviceMs;
		this.anchorRealMs = Date.now();
	}

	private arm(): void {
		clearTimeout(this.timer);
		const next = this.queue[0];
		// While `advance` runs, it alone decides the order.
		if (!next || this.stopped || this.advances > 0) return;
		const leftMs = next.atMs - this.now();
		if (leftMs > 0 && this.speedFactor === 0) return;
		const waitMs = leftMs > 0 ? leftMs / this.speedFactor : 0;
		this.timer = setTimeout(() => this.fire(), Math.min(Math.ceil(waitMs), LONGEST_DELAY_MS));
	}

	private fire(): void {
		const nowMs = this.now();
		for (let next = this.queue[0]; next && next.atMs <= nowMs; next = this.queue[0]) {
			this.queue.shift();
			void this.run(next);
		}
		this.arm();
	}

	private async run(entry: Entry): Promise<void> {
		const work = (async () => {
			try {
				await entry.task();
			} catch (error) {
				console.error('A scheduled task of the service failed:', error);
			}
		})();
		this.running.add(work);
		await work;
		this.running.delete(work);
	}
}
