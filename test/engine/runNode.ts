import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	ExecutionStatus,
	IDataObject,
	INode,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor, credentialsHelperFor, type CredentialSetup } from './additionalData';
import { binaryBytes, useBinaryMode, type BinaryMode } from './binary';
import { credentialReferences } from './credentials';
import { asSaved } from './savedWorkflow';
import { buildWorkflow, savedNode, type LoopPlace, type NodeSetup } from './workflow';

export interface RunNodeOptions extends NodeSetup, CredentialSetup {
	/** Items that reach the node. Default: one empty item. None at all: the node does not run, as in n8n. */
	input?: INodeExecutionData[];
	/** How often the node runs in the execution, each time with all items, as in a loop. Default: once. */
	rounds?: number;
	/** Puts the node into a Loop Over Items, one item a round. */
	loop?: LoopPlace;
	/** The node's "Always Output Data" setting. */
	alwaysOutputData?: boolean;
	/** The node's "On Error" setting. Default: stop the workflow. */
	continueOnFail?: 'continueRegularOutput' | 'continueErrorOutput';
	/** n8n reads a wait of 0 as one second. */
	retryOnFail?: { maxTries: number; waitBetweenTriesMs: number };
	/** Default: a new number each run. Give one to repeat a run within the same execution. */
	executionId?: string;
	/** A failed run to go on from, as Retry in the list of executions does; the input is that run's then. */
	retryOf?: NodeRun;
	/** Default: `manual`, as from the editor's button. */
	mode?: WorkflowExecuteMode;
	/** Gets what the editor's Stop button does, once the execution has started. */
	cancelAfter?: (abort: () => void) => void;
	/** Where the node's files go. Default: `filesystem`, as in n8n. */
	binaryMode?: BinaryMode;
}

/** An error as n8n saves it with the execution and the editor shows it. */
export interface ShownError {
	name?: string;
	message: string;
	description?: string | null;
	/** A string, also for numbers. */
	httpCode?: string | null;
	/** Further lines under the message. */
	messages?: string[];
	context?: IDataObject;
	stack?: string;
}

export interface NodeRun {
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items by output of each round. */
	rounds: INodeExecutionData[][][];
	/** Items by output; with "continue (using error output)" the last one is for errors. */
	outputs: INodeExecutionData[][];
	/** The error that made the node fail, even if the workflow continued. */
	error?: ShownError;
	hints: NodeExecutionHint[];
	status: ExecutionStatus;
	executionId: string;
	/** Everything that n8n would save of the execution. */
	run: IRun;
	/** The bytes of an item's file, wherever they are kept. */
	binaryBytes: typeof binaryBytes;
}

/** Tests that choose an ID take a small one: a node remembers the executions that were stopped. */
let executions = 1_000;

/**
 * Runs one node over input items in n8n's own engine: an Input node with the items pinned, and the node behind it.
 * A failure of the node is part of the result. If n8n refuses to start it (a required parameter is missing), this throws.
 */
export async function runNode(options: RunNodeOptions): Promise<NodeRun> {
	const { executionId = String(++executions), retryOf } = options;
	const mode = options.mode ?? (retryOf === undefined ? 'manual' : 'retry');
	await useBinaryMode(options.binaryMode ?? 'filesystem');

	const node: INode = {
		...savedNode(options, credentialReferences(options.credentials ?? {})),
		...(options.continueOnFail && { onError: options.continueOnFail }),
		...(options.alwaysOutputData && { alwaysOutputData: true }),
		...(options.retryOnFail && {
			retryOnFail: true,
			maxTries: options.retryOnFail.maxTries,
			waitBetweenTries: options.retryOnFail.waitBetweenTriesMs,
		}),
	};
	const inputs = ['Input'];
	for (let round = 2; round <= (options.rounds ?? 1); round++) inputs.push(`Input ${round}`);
	const workflow = buildWorkflow(options, node, { inputs, loop: options.loop });
	const additionalData = additionalDataFor(await credentialsHelperFor(options), { executionId });
	additionalData.hooks = new ExecutionLifecycleHooks(mode, executionId, asSaved(workflow));

	const startNode = workflow.getNode('Input') ?? undefined;
	const items = options.input ?? [{ json: {} }];
	const pinData = Object.fromEntries(inputs.map((name) => [name, items]));
	const execution =
		retryOf === undefined
			? new WorkflowExecute(additionalData, mode).run({ workflow, startNode, pinData })
			: new WorkflowExecute(additionalData, mode, retryData(retryOf, node)).processRunExecutionData(
					workflow,
				);
	options.cancelAfter?.(() => execution.cancel());
	const run = await execution;

	const { runData, error } = run.data.resultData;
	const tasks = runData[node.name] ?? [];
	const task: ITaskData | undefined = tasks.at(-1);
	const rounds = tasks.map(({ data }) => (data?.main ?? []).map((items) => items ?? []));
	const outputs = rounds.at(-1) ?? [];
	return {
		items: outputs[0] ?? [],
		rounds,
		outputs,
		error: error ?? task?.error,
		hints: task?.hints ?? [],
		status: run.status,
		executionId,
		run,
		binaryBytes,
	};
}

/** What n8n makes of a failed execution's stored data to retry it (n8n 2.39.10, executions/execution.service.js). */
function retryData({ run }: NodeRun, node: INode): IRunExecutionData {
	const data: IRunExecutionData = JSON.parse(JSON.stringify(run.data));
	const { lastNodeExecuted, runData } = data.resultData;
	delete data.resultData.error;
	const attempts = lastNodeExecuted === undefined ? undefined : runData[lastNodeExecuted];
	if (attempts?.at(-1)?.error !== undefined) attempts.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		if (entry.node.name === node.name) entry.node = node;
	}
	return data;
}
