import { clock } from '../shared/clock';
import { mayHaveTakenEffect } from '../shared/failure';
import { canonicalJson } from '../shared/json';

/** As long as the service keeps the results of idempotent commands. */
export const MEMORY_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/**
 * A map whose entries expire. When it is full, the entry that was set first is dropped.
 *
 * A key is any JSON value. The order of its properties does not matter.
 */
export class ExpiringMap<T> {
	private readonly entries = new Map<string, { value: T; untilMs: number }>();

	constructor(
		private readonly capacity: number,
		private readonly lifetimeMs = MEMORY_LIFETIME_MS,
	) {}

	get(key: unknown): T | undefined {
		const name = canonicalJson(key);
		const entry = this.entries.get(name);
		if (entry === undefined || entry.untilMs > clock.now()) return entry?.value;
		this.entries.delete(name);
		return undefined;
	}

	set(key: unknown, value: T): void {
		const name = canonicalJson(key);
		this.entries.delete(name);
		this.entries.set(name, { value, untilMs: clock.now() + this.lifetimeMs });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
	}

	delete(key: unknown): void {
		this.entries.delete(canonicalJson(key));
	}
}

/** Entries of all kinds; some hundred bytes each. */
const CAPACITY = 30_000;

/**
 * Values that this process remembers for a day, across executions. n8n offers nodes no storage between executions that could
 * hold them. All kinds share one map and its limit.
 */
const entries = new ExpiringMap<unknown>(CAPACITY);

/** The entries of one kind. An identity is any JSON value. */
interface ProcessMemory<T> {
	recall(identity: unknown): T | undefined;
	remember(identity: unknown, value: T): void;
	forget(identity: unknown): void;
	/** Remembers a value before a command is sent, and forgets it if the command certainly had no effect. */
	whileUncertain<Response>(
		identity: unknown,
		value: T,
		send: () => Promise<Response>,
	): Promise<Response>;
}

/**
 * @param kind keeps the entries apart from those of other kinds
 * @param read checks a stored value; returns undefined if it has another shape
 */
export function processMemory<T>(
	kind: string,
	read: (stored: unknown) => T | undefined,
): ProcessMemory<T> {
	const memory: ProcessMemory<T> = {
		recall: (identity) => read(entries.get([kind, identity])),
		remember: (identity, value) => entries.set([kind, identity], value),
		forget: (identity) => entries.delete([kind, identity]),
		async whileUncertain(identity, value, send) {
			memory.remember(identity, value);
			return await send().catch((error: unknown) => {
				if (!mayHaveTakenEffect(error)) memory.forget(identity);
				throw error;
			});
		},
	};
	return memory;
}

/** For entries that only record that something has happened. */
export function asFlag(stored: unknown): true | undefined {
	return stored === true ? true : undefined;
}

export function asNumber(stored: unknown): number | undefined {
	return typeof stored === 'number' ? stored : undefined;
}
