import type { ServiceClock } from '../clock';
import { conflict } from './errors';

const RETENTION_MS = 24 * 60 * 60 * 1000;

interface Stored<R> {
	/** The command and its input; the same key with a different fingerprint is rejected. */
	fingerprint: string;
	storedAtMs: number;
	/** Undefined while the original is still running. */
	result?: R;
}

/** Stores command results by credential and key for 24 hours. A rejected command frees its key. */
export class IdempotencyStore<R> {
	private readonly stored = new Map<string, Stored<R>>();

	constructor(private readonly clock: ServiceClock) {}

	/** Runs `command` once per key; later calls return the stored result. */
	async run(
		owner: string,
		key: string,
		fingerprint: string,
		command: () => Promise<R>,
	): Promise<{ result: R; replayed: boolean }> {
		const id = JSON.stringify([owner, key]);
		const earlier = this.stored.get(id);
		if (earlier && this.clock.now() - earlier.storedAtMs < RETENTION_MS) {
			if (earlier.fingerprint !== fingerprint) {
				throw conflict('idempotency_conflict', 'This Idempotency-Key was used for other input.');
			}
			if (earlier.result === undefined) {
				throw conflict('idempotency_in_progress', 'The original request is still running.');
			}
			return { result: earlier.result, replayed: true };
		}
		const entry: Stored<R> = { fingerprint, storedAtMs: this.clock.now() };
		this.stored.set(id, entry);
		try {
			entry.result = await command();
			return { result: entry.result, replayed: false };
		} catch (error) {
			this.stored.delete(id);
			throw error;
		}
	}
}
