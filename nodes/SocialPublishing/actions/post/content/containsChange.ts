import { isRecord } from '../../../shared/json';

/**
 * Whether a record contains every field of a change that was sent; the service may have added fields of its own.
 * Lists must match in length and order.
 */
export function containsChange(actual: unknown, sent: unknown): boolean {
	if (Array.isArray(sent)) {
		return (
			Array.isArray(actual) &&
			actual.length === sent.length &&
			sent.every((entry, index) => containsChange(actual[index], entry))
		);
	}
	if (isRecord(sent)) {
		return (
			isRecord(actual) &&
			Object.entries(sent).every(([name, entry]) => containsChange(actual[name], entry))
		);
	}
	return (
		actual === sent ||
		(isTextOrNumber(actual) && isTextOrNumber(sent) && String(actual) === String(sent))
	);
}

/** A service may return an ID that was sent as text as a number. */
function isTextOrNumber(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
