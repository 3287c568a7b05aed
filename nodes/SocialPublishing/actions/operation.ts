import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from '../transport/connection';

/** One input item at work. */
export interface Item {
	functions: IExecuteFunctions;
	index: number;
	connection: Connection;
}

/** One output item; `runItems` links it to its input item. */
export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** One entry of the Operation dropdown: what it looks like and what it does. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its fields, without the displayOptions for resource and operation: those are added. */
	properties: INodeProperties[];
	/** Reads and uploads may overlap; commands that change something run in the order of the items. */
	overlaps: boolean;
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
