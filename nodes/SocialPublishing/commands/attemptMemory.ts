import { clock } from '../shared/clock';
import { canonicalJson } from '../shared/json';

/** As long as the service keeps the results of idempotent commands. */
export const ATTEMPT_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/**
 * What an attempt leaves for a later attempt at the same thing, such as one by n8n's Retry On Fail. Kept in this
 * process for a day, up to `capacity` entries; the oldest is dropped first.
 *
 * An identity is any JSON value. The order of its keys does not matter.
 */
export class AttemptMemory<T> {
	private readonly entries = new Map<string, { value: T; untilMs: number }>();

	constructor(
		private readonly capacity: number,
		private readonly lifetimeMs = ATTEMPT_LIFETIME_MS,
	) {}

	recall(identity: unknown): T | undefined {
		const key = canonicalJson(identity);
		const entry = this.entries.get(key);
		if (entry === undefined || entry.untilMs > clock.now()) return entry?.value;
		this.entries.delete(key);
		return undefined;
	}

	remember(identity: unknown, value: T): void {
		const key = canonicalJson(identity);
		this.entries.delete(key);
		this.entries.set(key, { value, untilMs: clock.now() + this.lifetimeMs });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
	}

	forget(identity: unknown): void {
		this.entries.delete(canonicalJson(identity));
	}
}
