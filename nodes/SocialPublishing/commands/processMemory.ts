import { clock } from '../shared/clock';
import { undoing } from '../shared/failure';
import { canonicalJson } from '../shared/json';

/** As long as the service keeps the results of idempotent commands. */
export const MEMORY_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** Some hundred bytes each. */
const CAPACITY = 10_000;

/**
 * Values that this process remembers across executions, because n8n offers nodes no storage that could hold them. When it is
 * full, the value that was remembered first is dropped.
 *
 * An identity is any JSON value. The order of its properties does not matter.
 */
export class ProcessMemory<T> {
	private readonly entries = new Map<string, { value: T; untilMs: number }>();

	constructor(private readonly capacity = CAPACITY) {}

	recall(identity: unknown): T | undefined {
		const name = canonicalJson(identity);
		const entry = this.entries.get(name);
		if (entry === undefined || entry.untilMs > clock.now()) return entry?.value;
		this.entries.delete(name);
		return undefined;
	}

	remember(identity: unknown, value: T): void {
		const name = canonicalJson(identity);
		this.entries.delete(name);
		this.entries.set(name, { value, untilMs: clock.now() + MEMORY_LIFETIME_MS });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
	}

	forget(identity: unknown): void {
		this.entries.delete(canonicalJson(identity));
	}

	/** Remembers a value before a command is sent, and forgets it if the command certainly had no effect. */
	async whileUncertain<Response>(
		identity: unknown,
		value: T,
		send: () => Promise<Response>,
	): Promise<Response> {
		this.remember(identity, value);
		return await send().catch(undoing(() => this.forget(identity)));
	}
}
