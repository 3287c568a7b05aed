import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

const CREDENTIAL_TYPE = 'socialPublishingApi';

/**
 * The minimum that a node can do to send one request for each item: it reads two fields and calls n8n's helper. It checks
 * nothing, retries nothing and does not know the rate limit. What it takes is n8n's share of the time of every such node.
 */
export class BaselineNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Baseline Node',
		name: 'baselineNode',
		group: ['output'],
		version: 1,
		description: 'Sends one request for each item',
		defaults: { name: 'Baseline Node' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
			{ displayName: 'Workspace ID', name: 'workspaceId', type: 'string', default: '' },
			{ displayName: 'Path', name: 'path', type: 'string', default: '' },
			{ displayName: 'At Once', name: 'itemsAtOnce', type: 'number', default: 1 },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const method = this.getNodeParameter('method', 0) === 'POST' ? 'POST' : 'GET';
		const baseUrl = String(this.getNodeParameter('baseUrl', 0));
		const itemsAtOnce = Number(this.getNodeParameter('itemsAtOnce', 0));
		const outputs: INodeExecutionData[] = [];
		const indexes = this.getInputData().keys();
		const workThrough = async () => {
			for (const index of indexes) {
				const workspaceId = String(this.getNodeParameter('workspaceId', index));
				const path = String(this.getNodeParameter('path', index));
				const response = await this.helpers.httpRequestWithAuthentication.call(
					this,
					CREDENTIAL_TYPE,
					{
						method,
						url: `${baseUrl}/workspaces/${workspaceId}/${path}`,
						json: true,
						...(method === 'POST' && { body: { checked: true } }),
					},
				);
				outputs[index] = { json: response.data, pairedItem: { item: index } };
			}
		};
		await Promise.all(Array.from({ length: itemsAtOnce }, workThrough));
		return [outputs];
	}
}
