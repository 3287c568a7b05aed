import type { IDataObject } from 'n8n-workflow';

/** The subset of JSON Schema that n8n's editor reads to show the fields of an output before it has run. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	/** Only at the top; n8n expects it there. */
	version?: 1;
}

/** The schema of the items that an operation returns. Pure. */
export function outputSchema(items: IDataObject[]): OutputSchema {
	return { ...schemaOf(items), version: 1 };
}

/** A field is included if any value has it. Its type is that of the first value that is not null. */
function schemaOf(values: unknown[]): OutputSchema {
	const known = values.filter((value) => value !== null && value !== undefined);
	const [first] = known;
	if (Array.isArray(first)) return { type: 'array', items: schemaOf(known.flat(1)) };
	if (typeof first === 'object' && first !== null) {
		const records = known.filter(isObject);
		const names = [...new Set(records.flatMap(Object.keys))];
		const properties = names.map((name) => [name, schemaOf(records.map((each) => each[name]))]);
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	if (typeof first === 'number') return { type: Number.isInteger(first) ? 'integer' : 'number' };
	return { type: first === undefined ? 'null' : typeof first };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
