import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeHarness } from '../support/nodeHarness';

/** What an operation is run with, and what its first output item holds at least. */
export interface Arrangement {
	parameters?: INodeParameters;
	input?: INodeExecutionData[];
	output: IDataObject;
}

/** One operation at work on the reference service. */
export interface OperationCase {
	/** `resource:operation` */
	name: string;
	/** The requests that the job takes, in their order. */
	requests: string[];
	/** The request that does the job. */
	main: string;
	arrange: (harness: NodeHarness) => Promise<Arrangement>;
}

/** A case of one request. */
export function single(
	name: string,
	main: string,
	arrange: OperationCase['arrange'],
): OperationCase {
	return { name, main, requests: [main], arrange };
}

/** Runs a case, with what it needs in place and the requests for that forgotten. */
export async function runCase(harness: NodeHarness, { name, arrange }: OperationCase) {
	const arrangement = await arrange(harness);
	const [resource = '', operation = ''] = name.split(':');
	const { parameters, input } = arrangement;
	harness.requests();
	const run = () => harness.run(resource, operation, parameters, { ...(input && { input }) });
	return { ...arrangement, run };
}
