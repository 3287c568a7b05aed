import { clock } from './clock';

/** As long as the service keeps the results of idempotent commands. */
const LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** Remembers values for a day, in this process, up to a number of them. */
export class Memory<T> {
	private readonly entries = new Map<string, { value: T; untilMs: number }>();

	constructor(private readonly capacity: number) {}

	get(key: string): T | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined || entry.untilMs > clock.now()) return entry?.value;
		this.entries.delete(key);
		return undefined;
	}

	set(key: string, value: T): void {
		this.entries.delete(key);
		this.entries.set(key, { value, untilMs: clock.now() + LIFETIME_MS });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
