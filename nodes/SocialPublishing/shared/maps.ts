import { clock } from './clock';

/**
 * Computes a value once for each object, such as the functions of a run, a connection or an item. The value is kept as long
 * as its object.
 */
export function memoize<Owner extends object, T>(
	compute: (owner: Owner) => T,
): (owner: Owner) => T {
	const values = new WeakMap<Owner, { value: T }>();
	return (owner) => {
		let found = values.get(owner);
		if (found === undefined) values.set(owner, (found = { value: compute(owner) }));
		return found.value;
	};
}

/** A Map, a WeakMap, or an object like one. */
interface Store<K, V> {
	get(key: K): V | undefined;
	set(key: K, value: V): unknown;
	delete(key: K): unknown;
}

/** The value of a key, computed when it is first needed. */
export function getOrCompute<K, V>(store: Store<K, V>, key: K, compute: () => V): V {
	let value = store.get(key);
	if (value === undefined) store.set(key, (value = compute()));
	return value;
}

/** As `getOrCompute`, for a read that may fail: the next caller then reads again. */
export async function getOrRead<K, V>(
	store: Store<K, Promise<V>>,
	key: K,
	read: () => Promise<V>,
): Promise<V> {
	return await getOrCompute(store, key, read).catch((error: unknown) => {
		store.delete(key);
		throw error;
	});
}

/** A cache of values that age: a fresh value saves a request, an old one is a fallback if the request fails. */
export class AgingCache<Owner extends object, T> {
	private readonly entriesOf = memoize<Owner, Map<string, { value: T; storedAtMs: number }>>(
		() => new Map(),
	);

	/** @param lifetimeMs how long a value is fresh */
	constructor(private readonly lifetimeMs: number) {}

	get(owner: Owner, key: string): { value: T; isFresh: boolean } | undefined {
		const entry = this.entriesOf(owner).get(key);
		if (entry === undefined) return undefined;
		return { value: entry.value, isFresh: clock.now() < entry.storedAtMs + this.lifetimeMs };
	}

	set(owner: Owner, key: string, value: T): void {
		this.entriesOf(owner).set(key, { value, storedAtMs: clock.now() });
	}

	/** Makes all values of an owner old. */
	age(owner: Owner): void {
		for (const entry of this.entriesOf(owner).values()) entry.storedAtMs = -Infinity;
	}
}

/** The entries by key, in the order in which the keys first occur. */
export function groupBy<T>(entries: T[], keyOf: (entry: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const entry of entries)
		getOrCompute<string, T[]>(groups, keyOf(entry), () => []).push(entry);
	return groups;
}
