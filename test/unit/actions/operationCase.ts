import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeHarness } from '../support/nodeHarness';

/** The input of an operation, and the fields that its first output item contains. */
export interface Arrangement {
	parameters?: INodeParameters;
	input?: INodeExecutionData[];
	output: IDataObject;
}

/** One operation against the reference service. */
export interface OperationCase {
	/** `resource:operation` */
	name: string;
	/** The requests that the operation sends, in order. */
	requests: string[];
	/** The request that has the effect, or reads the record. */
	main: string;
	arrange: (harness: NodeHarness) => Promise<Arrangement>;
}

/** A case with a single request. */
export function single(
	name: string,
	main: string,
	arrange: OperationCase['arrange'],
): OperationCase {
	return { name, main, requests: [main], arrange };
}

/** Prepares a case, and clears the recorded requests of the preparation. */
export async function runCase(
	harness: NodeHarness,
	{ name, arrange }: OperationCase,
	more: INodeParameters = {},
) {
	const arrangement = await arrange(harness);
	const [resource = '', operation = ''] = name.split(':');
	const { input } = arrangement;
	// Some values suit only one operation: the one that a case sets stays.
	const parameters = { ...more, ...arrangement.parameters };
	harness.requests();
	const run = () => harness.run(resource, operation, parameters, { ...(input && { input }) });
	return { ...arrangement, run };
}
