import { isRecord } from '../../../shared/json';

/**
 * Whether a record holds everything of a change that was sent, field by field; the service may have added
 * fields of its own. Lists must agree in length and order.
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
	return actual === sent || (isPlain(actual) && isPlain(sent) && String(actual) === String(sent));
}

/** An ID that was sent as text may come back as a number. */
function isPlain(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
