import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { KnownOfPost } from '../api/simplePost';
import type { ExecutionScope } from '../commands/key';
import type { Attempt } from '../commands/unkeyedCommands';
import { memoize } from '../shared/maps';
import type { Connection } from '../transport/connection';
import { runsWithoutWorkflow, type NodeProgress } from './nodeProgress';

/** The input item that an operation processes. */
export interface Item {
	functions: IExecuteFunctions;
	index: number;
	connection: Connection;
	progress: NodeProgress;
	/** The ID of the workspace if none is chosen: the credential's only one, or that of the chosen accounts. */
	impliedWorkspaceId?: string;
}

/** One output item; `runItems` links it to its input item. */
export interface Output extends Omit<KnownOfPost, 'id'> {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** Fields that come before those of the record, in every form of the output. */
	extraFields?: IDataObject;
}

/**
 * Identifies an item in an execution: the same for every attempt, and different for everything else. As an AI Agent's
 * tool, each attempt of the agent counts as a round of its own, so only the command identifies it. Without a workflow, an
 * attempt ends with the call.
 */
export function executionScope({
	functions,
	index,
	progress,
}: Pick<Item, 'functions' | 'index' | 'progress'>): ExecutionScope {
	return { ...progress.scope, itemIndex: index, ...placeOf(functions) };
}

/** Whether n8n offers no Retry of the execution if the item fails, or nobody is there to use it. */
export function hasNoRetry({ functions }: Item): boolean {
	return functions.continueOnFail() || isCalledByModel(functions);
}

/** Whether a model has called the node, and decides on the next step itself. */
export function isCalledByModel(functions: IExecuteFunctions): boolean {
	return runsWithoutWorkflow(functions) || isAgentTool(functions);
}

/**
 * The scope that all attempts at an item share, whatever their content: their place in an execution. Null without a
 * workflow.
 */
export function commonScope(item: Item): ExecutionScope | null {
	return runsWithoutWorkflow(item.functions) ? null : executionScope(item);
}

/** The current attempt at an item, for a command without an Idempotency-Key. An AI Agent changes content on purpose. */
export function attemptOf(item: Item): Attempt {
	const scope = executionScope(item);
	return { scope, isEdited: item.progress.isEdited || scope.isAgentTool === true };
}

type Place = Partial<ExecutionScope> & Pick<ExecutionScope, 'round'>;

/** The part of their scope that all items of a run share. n8n computes it anew, with much else, at each call. */
const placeOf = memoize<IExecuteFunctions, Place>((functions) => {
	if (runsWithoutWorkflow(functions)) {
		return { round: 'call', hasNoRetry: true, hasNoWorkflow: true };
	}
	if (isAgentTool(functions)) return { round: 'tool', itemIndex: 0, isAgentTool: true };
	const round = functions.getWorkflowDataProxy(0).$runIndex;
	return { round, ...(functions.continueOnFail() && { hasNoRetry: true }) };
});

/**
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/execute-context.js): `isToolExecution`
 * returns false for a tool that the engine runs and is missing in n8n 1, so only the suffix of the type shows a tool.
 */
export const isAgentTool = memoize((functions: IExecuteFunctions) =>
	functions.getNode().type.endsWith('Tool'),
);

/** A message to the user about an item that has not failed. */
export interface Hint {
	index: number;
	/** In sentences, as plain text. None is left out, but a long one is cut. */
	lines: string[];
	/** Shown below the text. */
	pictures: HintPicture[];
}

export interface HintPicture {
	/** An http or https address. */
	address: string;
	name: string;
}

/** Shows a text, or several lines, above the output once the run has ended, in a summary of all items. */
export function addHint(
	{ functions, index }: Pick<Item, 'functions' | 'index'>,
	text: string | string[],
	pictures: HintPicture[] = [],
): void {
	hintsOf(functions).push({ index, lines: [text].flat(), pictures });
}

/** The hints of a run, in the order in which they were added. */
export const hintsOf = memoize<IExecuteFunctions, Hint[]>(() => []);
