import { isRecord } from '../../nodes/SocialPublishing/shared/json';

/** Something that the node has sent, stored or put out. */
export interface RecordedEvent {
	/** What it is, such as `request` or `store`. */
	is: string;
	/** Which one, such as `create_post`. */
	name: string;
	/** JSON. */
	value: unknown;
}

/** The parts of an error that people or later steps of a workflow see. */
const SHOWN_OF_ERROR = ['description', 'httpCode', 'messages', 'context'];

/** Texts in JSON that differ in each run, and what replaces them. */
const CHANGING: Array<[RegExp, string]> = [
	[/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '(uuid)'],
	[/\b(by-hand|arranged)-\d+/g, '$1'],
	// `Math.random()` in an expression: see `fixed.ts`.
	[/\b0\.50{4}\d+/g, '0.5'],
];

/** What happens in a world, in its order. */
export class Log {
	private readonly events: Array<Omit<RecordedEvent, 'value'> & { read: () => unknown }> = [];

	/** @param read returns what is recorded; called when the world has ended */
	add(is: string, name: string, read: () => unknown): void {
		this.events.push({ is, name, read });
	}

	/** The events as JSON: the same text for the same events. */
	toText(): string {
		const events = this.events.map(({ is, name, read }) => ({ is, name, value: plain(read()) }));
		return CHANGING.reduce(
			(text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
			JSON.stringify(events),
		);
	}
}

/** A value with errors in it as JSON. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	const isError = value instanceof Error || (isRecord(value) && 'stack' in value);
	if (!isError && !isRecord(value)) return value;
	const fields = Object.entries(value).map(([name, inner]) => [name, plain(inner)] as const);
	if (!isError) return Object.fromEntries(fields);
	const shown = fields.filter(([name]) => SHOWN_OF_ERROR.includes(name));
	return { name: value.name, message: value.message, ...Object.fromEntries(shown) };
}
