import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Item, Output } from '../properties/item';
import type { Connection } from '../transport/connection';

/** An entry in the Operation dropdown: how it looks and what it does. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** Its fields, without `displayOptions` for resource and operation, which are added later. */
	properties: INodeProperties[];
	/** Reads and uploads may run in parallel; commands that change something run in item order. */
	runsInParallel: boolean;
	/** Set only if the operation uses an endpoint other than the REST API. */
	connect?: (functions: IExecuteFunctions) => Promise<Connection>;
	/** Processes one item and returns its output. Throws on failure. */
	execute: (item: Item) => Promise<Output | Output[]>;
}

/** An entry in the Resource dropdown. */
export interface Resource {
	option: INodePropertyOptions & { value: string };
	operations: Operation[];
}
