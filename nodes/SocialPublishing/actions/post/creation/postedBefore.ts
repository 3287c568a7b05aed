import type { ExpressionString, IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';

import { isAgentTool, type Item } from '../../../properties/item';
import { memoize } from '../../../shared/maps';
import type { PassedOn } from '../../operation';

const LOOP_OVER_ITEMS = 'n8n-nodes-base.splitInBatches';

/** The outputs of the node, worked out by n8n: a second one where posts are created once. */
export const nodeOutputs: ExpressionString =
	'={{ $parameter["resource"] === "post" && $parameter["operation"] === "create" && $rawParameter["idempotency"] === "once" ? [{ type: "main", displayName: "Posted" }, { type: "main", displayName: "Posted Before" }] : ["main"] }}';

const POSTED_BEFORE_OUTPUT = 1;

/** How many outputs a node has that creates posts. */
export function countCreateOutputs(functions: IExecuteFunctions): number {
	const isOnce = functions.getNode().parameters.idempotency === 'once';
	return isOnce && !isAgentTool(functions) ? 2 : 1;
}

/**
 * What comes of an item whose key has been posted before: it leaves by an output of its own. In a loop, which would end if
 * the first output stayed empty, it is marked and leaves by the first output.
 */
export function postedBefore({ functions }: Item, key: string): PassedOn {
	const mark = { posted_before: true };
	if (isAgentTool(functions)) {
		return { passedOn: { ...mark, key }, isAnswer: true, outputIndex: 0 };
	}
	return isInLoop(functions)
		? { passedOn: mark, outputIndex: 0 }
		: { passedOn: {}, outputIndex: POSTED_BEFORE_OUTPUT };
}

/** Whether the same Loop Over Items comes before and after the node. */
const isInLoop = memoize((functions: IExecuteFunctions) => {
	const { name } = functions.getNode();
	const before = new Set(namesOfLoops(() => functions.getParentNodes(name)));
	return namesOfLoops(() => functions.getChildNodes(name)).some((loop) => before.has(loop));
});

/**
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/node-execution-context.js): if a connection
 * leads to a node that does not exist, n8n cannot list the nodes.
 */
function namesOfLoops(listNodes: () => NodeTypeAndVersion[]): string[] {
	try {
		const loops = listNodes().filter(({ type, disabled }) => type === LOOP_OVER_ITEMS && !disabled);
		return loops.map(({ name }) => name);
	} catch {
		return [];
	}
}
