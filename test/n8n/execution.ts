import type { ExecutionStatus, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** One execution of a workflow. */
export interface Execution {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: string;
	/** ISO 8601. */
	createdAt: string;
	data: IRunExecutionData;
}

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'waiting'];

/** The items on an output of a node's last run; default: the first output. */
export function outputOf(
	execution: Execution,
	nodeName: string,
	outputIndex = 0,
): INodeExecutionData[] {
	return execution.data.resultData.runData[nodeName]?.at(-1)?.data?.main?.[outputIndex] ?? [];
}

/** n8n 1 saves that an execution has ended before it saves its data: until then, the data shows the step to begin with. */
export function isSaved({ status, data }: Execution): boolean {
	if (UNFINISHED.includes(status) || !data) return false;
	const { nodeExecutionStack: left = [] } = data.executionData ?? {};
	const { error, lastNodeExecuted } = data.resultData;
	if (status === 'success') return left.length === 0 && lastNodeExecuted !== undefined;
	return status !== 'error' || error !== undefined;
}
