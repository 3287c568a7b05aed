import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether n8n runs the node without a workflow, as its Agents do. Then there is no execution that could be retried, n8n
 * keeps nothing of the run, and only the message of an error reaches whoever has called the node: a model.
 *
 * n8n-workaround(2.39.10, n8n/dist/node-execution/ephemeral-node-executor.js): n8n does not say so. Such a run has no
 * execution ID, and its context cannot be read.
 */
export function runsWithoutWorkflow(
	functions: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>,
): boolean {
	if (functions.getExecutionId() === undefined) return true;
	try {
		functions.getContext('node');
		return false;
	} catch {
		return true;
	}
}
