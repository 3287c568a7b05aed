import {
	NodeConnectionTypes,
	NodeHelpers,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { name as packageName } from '../../package.json';
import { loopType, loopTypeName } from './loopOverItems';

/** A node type as a package exports it: plain or versioned. */
export type AnyNodeType = INodeType | IVersionedNodeType;

/** The name under which n8n knows a node of this package: `<package>.<node>`. */
export function installedName(nodeType: AnyNodeType): string {
	return `${packageName}.${nodeType.description.name}`;
}

/** The version a node newly dropped on the canvas gets. */
export function newestVersion(nodeType: AnyNodeType): number {
	if ('nodeVersions' in nodeType) return nodeType.currentVersion;
	const { defaultVersion, version } = nodeType.description;
	return defaultVersion ?? (Array.isArray(version) ? Math.max(...version) : version);
}

export const inputTypeName = 'n8n-nodes-base.manualTrigger';

/** The node before the node under test. Its output is pinned, so it never runs. */
const inputType: INodeType = {
	description: {
		displayName: 'Manual Trigger',
		name: 'manualTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Runs the flow on clicking a button',
		defaults: { name: 'Input' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute: async () => [[]],
};

/** The node types one workflow may use: the node under test, and those that feed it. */
export class EngineNodeTypes implements INodeTypes {
	private readonly byName = new Map<string, AnyNodeType>([
		[inputTypeName, inputType],
		[loopTypeName, loopType],
	]);

	constructor(...nodeTypes: AnyNodeType[]) {
		for (const nodeType of nodeTypes) this.byName.set(installedName(nodeType), nodeType);
	}

	getByName(name: string): AnyNodeType {
		const nodeType = this.byName.get(name);
		if (nodeType === undefined) throw new Error(`Unknown node type "${name}"`);
		return nodeType;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}
