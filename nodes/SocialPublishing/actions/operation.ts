import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Item, Output } from '../properties/item';
import type { Connection } from '../transport/connection';

/** One entry of the Operation dropdown: what it looks like and what it does. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its fields, without the displayOptions for resource and operation: those are added. */
	properties: INodeProperties[];
	/** Reads and uploads may overlap; commands that change something run in the order of the items. */
	runsInParallel: boolean;
	/** Only where another endpoint than the REST interface is used. */
	connect?: (functions: IExecuteFunctions) => Promise<Connection>;
	/** Does the work for one item and returns data; failures are thrown. */
	execute: (item: Item) => Promise<Output | Output[]>;
}

/** One entry of the Resource dropdown. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
}
