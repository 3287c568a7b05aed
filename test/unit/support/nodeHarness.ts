import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import {
	callTool,
	ProcessedItems,
	runNode,
	storeBinary,
	type CallToolOptions,
	type NodeRun,
	type RunNodeOptions,
	type ToolAnswer,
} from '../../engine';
import type { ServiceOptions } from '../../service';
import { ServiceHarness } from './serviceHarness';

type RunOptions = Partial<Omit<RunNodeOptions, 'parameters'>>;

/** Most tests check posts as the service sent them. Tests of simplified posts and of tables override this. */
export const AS_SENT: INodeParameters = { simplify: false, return: 'raw' };

/** As in n8n, one object for all executions: making its description takes milliseconds. */
const nodeType = new SocialPublishing();

/** The node in n8n's engine, connected to a reference service. */
export class NodeHarness extends ServiceHarness {
	override async open(options?: ServiceOptions): Promise<void> {
		ProcessedItems.current = new ProcessedItems();
		await super.open(options);
	}

	get credentials(): NonNullable<RunNodeOptions['credentials']> {
		const { baseUrl, token, mcpUrl } = this.service;
		return {
			socialPublishingApi: { baseUrl, apiToken: token, assistantTools: true, mcpUrl },
		};
	}

	async run(
		resource: string,
		operation: string,
		parameters: INodeParameters = {},
		options: RunOptions = {},
	): Promise<NodeRun> {
		return await runNode({
			nodeType,
			credentials: this.credentials,
			parameters: this.parametersOf(resource, operation, parameters),
			...options,
		});
	}

	/** Calls the node as a tool of n8n's Agents. */
	async call(
		resource: string,
		operation: string,
		parameters: INodeParameters = {},
		options: Partial<Omit<CallToolOptions, 'parameters'>> = {},
	): Promise<ToolAnswer> {
		return await callTool({
			nodeType: toolType,
			credentials: this.credentials,
			parameters: this.parametersOf(resource, operation, parameters),
			...options,
		});
	}

	private parametersOf(
		resource: string,
		operation: string,
		parameters: INodeParameters,
	): INodeParameters {
		return {
			resource,
			operation,
			workspaceId: byId(this.workspaceId),
			...AS_SENT,
			...parameters,
		};
	}
}

/** The node in the form in which n8n offers it as a tool. */
export class SocialPublishingTool extends SocialPublishing {
	constructor() {
		super();
		this.description = { ...this.description, name: 'socialPublishingTool' };
	}
}

const toolType = new SocialPublishingTool();

/** The items that a tool has returned. Throws if it has failed. */
export function answered(answer: ToolAnswer): IDataObject[] {
	if (answer.status === 'error') throw new Error(`The tool has failed: ${answer.error}`);
	return answer.items.map(({ json }) => json);
}

/** The error that a model gets from a failed tool. Throws if the tool has not failed. */
export function refused(answer: ToolAnswer): string {
	if (answer.status === 'error') return answer.error;
	throw new Error(`The tool has answered ${JSON.stringify(answer.items)}`);
}

/** A harness that is opened before each test and closed after it. */
export function useNodeHarness(options?: ServiceOptions): NodeHarness {
	const harness = new NodeHarness();
	beforeEach(async () => await harness.open(options));
	afterEach(async () => await harness.close());
	return harness;
}

/** The value of a picker whose ID was typed in. */
export function byId(value: string): INodeParameters {
	return { __rl: true, mode: 'id', value };
}

/** An input item with a stored file in the binary field `data`. */
export async function itemWithFile(
	bytes: Buffer,
	fileName: string,
	mimeType: string,
): Promise<INodeExecutionData> {
	return { json: {}, binary: { data: await storeBinary(bytes, fileName, mimeType) } };
}
