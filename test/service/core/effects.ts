/** A command that the service has carried out. A stored result that is returned again is none. */
export interface Effect {
	/** The operation, such as `publish_post`. */
	operation: string;
	/** Path, query and body fields. */
	input: Readonly<Record<string, unknown>>;
	/** The ID of the record that the command returned; undefined where it returned none. */
	id: string | undefined;
	/** Milliseconds since 1970, by the service's clock. */
	atMs: number;
}

/** The ID in the data that a command returns. */
export function idOf(data: unknown): string | undefined {
	if (typeof data !== 'object' || data === null || !('id' in data)) return undefined;
	return typeof data.id === 'string' ? data.id : undefined;
}
