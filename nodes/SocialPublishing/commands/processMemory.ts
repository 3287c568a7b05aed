import { ATTEMPT_LIFETIME_MS, AttemptMemory } from './attemptMemory';
import { mayHaveTakenEffect } from '../shared/failure';

/** Entries of all kinds; some hundred bytes each. */
const CAPACITY = 30_000;

/**
 * What this process remembers beyond an execution, for a day: n8n stores nothing of a node between executions that could
 * hold it. All kinds share one memory, so there is one place to look and one limit.
 */
const entries = new AttemptMemory<unknown>(CAPACITY, ATTEMPT_LIFETIME_MS);

/** The entries of one kind. An identity is any JSON value. */
export interface ProcessMemory<T> {
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
 * @param read the value of an entry; undefined if it is none
 */
export function processMemory<T>(
	kind: string,
	read: (stored: unknown) => T | undefined,
): ProcessMemory<T> {
	const nameOf = (identity: unknown) => [kind, identity];
	const memory: ProcessMemory<T> = {
		recall: (identity) => read(entries.recall(nameOf(identity))),
		remember: (identity, value) => entries.remember(nameOf(identity), value),
		forget: (identity) => entries.forget(nameOf(identity)),
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

/** For entries that only note that something has happened. */
export function asFlag(stored: unknown): true | undefined {
	return stored === true ? true : undefined;
}
