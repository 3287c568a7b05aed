import {
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeCredentials,
	type INodeParameters,
} from 'n8n-workflow';
import {
	EngineNodeTypes,
	inputTypeName,
	installedName,
	newestVersion,
	type AnyNodeType,
} from './nodeTypes';
import { loopTypeName } from './loopOverItems';

export const defaultWorkflowId = 'testWorkflow0001';

/** What every entry point needs to place one node in a workflow. */
export interface NodeSetup {
	nodeType: AnyNodeType;
	/** As saved in a workflow: only what differs from the defaults is needed. */
	parameters?: INodeParameters;
	nodeName?: string;
	/** Default: the newest version. */
	typeVersion?: number;
	workflowId?: string;
	/** The workflow's time zone (IANA name). Default: n8n's own default. */
	timezone?: string;
}

/** The node under test as it is saved in a workflow. */
export function savedNode(setup: NodeSetup, credentials: INodeCredentials): INode {
	const typeVersion = setup.typeVersion ?? newestVersion(setup.nodeType);
	const { description } = NodeHelpers.getVersionedNodeType(setup.nodeType, typeVersion);
	return {
		id: '5f0c2f7e-1f0b-4d3a-9a59-3f1a3c1d7a10',
		name: setup.nodeName ?? description.defaults.name ?? description.displayName,
		type: installedName(setup.nodeType),
		typeVersion,
		position: [200, 0],
		parameters: structuredClone(setup.parameters ?? {}),
		credentials,
	};
}

function helperNode(name: string, index: number, type: string, typeVersion: number): INode {
	return {
		id: `0d5d2d52-7c2c-4f0e-8f5e-6b6a3f3f2a1${index}`,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: {},
	};
}

/** Where a Loop Over Items is: before and after the node, or only before it, so that it ends after its first round. */
export type LoopPlace = 'around' | 'before';

const LOOP_NAME = 'Loop Over Items';

interface Surroundings {
	/** Names of input nodes: each leads to the node, and to the next input, so that the node runs once for each. */
	inputs?: string[];
	/** Default: no loop. */
	loop?: LoopPlace;
	staticData?: IDataObject;
}

/** A workflow of the one node. */
export function buildWorkflow(
	setup: NodeSetup,
	node: INode,
	{ inputs = [], loop, staticData }: Surroundings = {},
): Workflow {
	const helperNodes = inputs.map((name, index) => helperNode(name, index, inputTypeName, 1));
	if (loop !== undefined) {
		helperNodes.push(helperNode(LOOP_NAME, inputs.length, loopTypeName, 3));
	}
	const toNode = (name: string) => ({ node: name, type: NodeConnectionTypes.Main, index: 0 });
	const connections: IConnections = {};
	const first = loop === undefined ? node.name : LOOP_NAME;
	for (const [index, name] of inputs.entries()) {
		const next = inputs[index + 1];
		const targets = next === undefined ? [first] : [first, next];
		connections[name] = { main: [targets.map(toNode)] };
	}
	if (loop !== undefined) connections[LOOP_NAME] = { main: [[], [toNode(node.name)]] };
	if (loop === 'around') connections[node.name] = { main: [[toNode(LOOP_NAME)]] };
	return new Workflow({
		id: setup.workflowId ?? defaultWorkflowId,
		name: 'Test workflow',
		nodes: [...helperNodes, node],
		connections,
		active: inputs.length === 0,
		nodeTypes: new EngineNodeTypes(setup.nodeType),
		staticData,
		settings: { executionOrder: 'v1', ...(setup.timezone && { timezone: setup.timezone }) },
	});
}
