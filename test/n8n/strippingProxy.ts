import type { LocalServer } from './localServer';
import { startRelay } from './relay';

/** Fields that the service's description does not promise. */
const OPTIONAL_FIELDS = new Set(['name', 'created_at', 'updated_at', 'ready']);

/** Passes requests on to a service, and removes names, ages, verdicts and the order of lists from its responses. */
export async function startStrippingProxy(target: string): Promise<LocalServer> {
	return await startRelay(target, stripOptionalFields);
}

function stripOptionalFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(stripOptionalFields).reverse();
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([name]) => !OPTIONAL_FIELDS.has(name));
	return Object.fromEntries(kept.map(([name, field]) => [name, stripOptionalFields(field)]));
}
