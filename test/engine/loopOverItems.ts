import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

export const loopTypeName = 'n8n-nodes-base.splitInBatches';

/** n8n's Loop Over Items, one item a round (2.39.10, n8n-nodes-base, SplitInBatchesV3.node.js). */
export const loopType: INodeType = {
	description: {
		displayName: 'Loop Over Items',
		name: 'splitInBatches',
		group: ['organization'],
		version: 3,
		description: 'Split data into batches and iterate over each batch',
		defaults: { name: 'Loop Over Items' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['done', 'loop'],
		properties: [],
	},

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const context: IDataObject & {
			waiting?: INodeExecutionData[];
			processed?: INodeExecutionData[];
		} = this.getContext('node');
		const items = this.getInputData();
		if (context.waiting === undefined) {
			context.waiting = [...items];
			context.processed = [];
		} else {
			context.processed?.push(...items);
		}
		const next = context.waiting.shift();
		return next === undefined ? [context.processed ?? [], []] : [[], [next]];
	},
};
