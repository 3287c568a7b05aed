import { createHash, randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { openJournal } from '../commands/journal';
import type { NodeScope } from '../commands/key';
import { ProcessMemory } from '../commands/processMemory';
import { canonicalJson, readRecord } from '../shared/json';

/** The key in the node's context, which n8n stores with the execution. */
const CONTEXT_KEY = 'socialPublishing';

/** The state that a node stores with the execution for a Retry of it. */
export interface NodeProgress {
	scope: NodeScope;
	/** This execution is a Retry: another one started the work. */
	isRetriedExecution: boolean;
	/** The node's fields differ from those of the execution that is retried. */
	isEdited: boolean;
	/** What the runs of the node in this execution keep for the next ones, such as those of a loop. JSON. */
	notes: IDataObject;
}

/**
 * Opens the state that earlier attempts of this node have left, in this execution or in the failed one that n8n retries.
 *
 * n8n-workaround(2.39.10, executions/execution.service.js): a Retry is an execution with an ID of its own, but it starts
 * with the stored run data of the failed one, in which the context of each node is included.
 */
export function openProgress(functions: IExecuteFunctions): NodeProgress {
	const currentId = executionIdOf(functions);
	const nodeId = nodeIdOf(functions);
	if (runsWithoutWorkflow(functions)) {
		// No attempt follows: another call starts afresh, and is recognized by its content.
		const scope = { executionId: currentId, nodeId };
		return { scope, isRetriedExecution: false, isEdited: false, notes: {} };
	}
	const context = functions.getContext('node');
	const stored: IDataObject = readRecord(context[CONTEXT_KEY]);
	context[CONTEXT_KEY] = stored;
	if (stored.executionId === undefined && functions.getMode() === 'retry') {
		Object.assign(stored, stoppedRuns.recall(runOf(functions)));
	}

	const fields = fieldsOf(functions);
	const startedBy = typeof stored.executionId === 'string' ? stored.executionId : currentId;
	stored.executionId = startedBy;
	stored.fields ??= fields;
	const attempts: IDataObject = readRecord(stored.attempts);
	stored.attempts = attempts;
	const notes: IDataObject = readRecord(stored.notes);
	stored.notes = notes;

	const scope = { executionId: startedBy, nodeId };
	openJournal(scope, attempts);
	return {
		scope,
		isRetriedExecution: startedBy !== currentId,
		isEdited: stored.fields !== fields,
		notes,
	};
}

/**
 * Runs that were stopped, or exceeded n8n's timeout. n8n then stores no state of the node, but its API can still retry the
 * execution.
 */
const stoppedRuns = new ProcessMemory<IDataObject>();

/** Call it when a run has been cancelled, so that a Retry of it in this process continues from there. */
export function rememberStoppedRun(functions: IExecuteFunctions): void {
	if (runsWithoutWorkflow(functions)) return;
	const { executionId, fields } = readRecord(functions.getContext('node')[CONTEXT_KEY]);
	stoppedRuns.remember(runOf(functions), { executionId, fields });
}

/** Equal for runs of the same node in the same workflow with the same items. */
function runOf(functions: IExecuteFunctions): string[] {
	const items = functions.getInputData().map(({ json }) => json);
	return [workflowOf(functions), nodeIdOf(functions), digest(items)];
}

function executionIdOf(functions: IExecuteFunctions): string {
	return `${workflowOf(functions)}/${functions.getExecutionId() ?? randomUUID()}`;
}

/** Two n8n instances may use the same IDs for workflows and executions. */
function workflowOf(functions: IExecuteFunctions): string {
	return `${functions.getInstanceId()}/${functions.getWorkflow().id ?? ''}`;
}

function nodeIdOf(functions: IExecuteFunctions): string {
	// n8n-workaround(2.39.10, n8n/dist/workflow-execute-additional-data.js): a sub-workflow that is passed as JSON may have
	// nodes without an ID, but names are unique.
	const { id, name } = functions.getNode();
	return `${id ?? ''}/${name}`;
}

/** Fields for checks, waiting and the output. They do not change the requests. */
const NON_CONTENT_FIELDS = [
	'validateFirst',
	'waitForOutcome',
	'timeout',
	'failOn',
	'simplify',
	'output',
	'fields',
	'return',
];

/** The fields as they are saved: an expression such as `$now` is the same text in every attempt. */
function fieldsOf(functions: IExecuteFunctions): string {
	const { options, ...others } = functions.getNode().parameters;
	return digest([ofContent(others), ofContent(readRecord(options))]);
}

function digest(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}

function ofContent(fields: IDataObject): IDataObject {
	const entries = Object.entries(fields).filter(([name]) => !NON_CONTENT_FIELDS.includes(name));
	return Object.fromEntries(entries);
}

/**
 * Whether n8n runs the node without a workflow, as its Agents do. Then there is no execution that could be retried, n8n
 * keeps nothing of the run, and only the message of an error reaches whoever has called the node: a model.
 *
 * n8n-workaround(2.39.10, n8n/dist/node-execution/ephemeral-node-executor.js): the node gets no sign of it. Such a run has no
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
