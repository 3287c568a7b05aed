import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from './operation';

/**
 * The Resource dropdown, one Operation dropdown per resource, and the fields of all operations. The editor offers
 * resources, operations and actions in this order, so the most used come first.
 */
export function describeResources(resources: Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: 'post',
		},
		...resources.flatMap(describeOperations),
	];
}

function describeOperations({ option, operations }: Resource): INodeProperties[] {
	const first = operations[0]?.option.value ?? '';
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [option.value] } },
			options: operations.map((operation) => operation.option),
			default: first,
		},
		...operations.flatMap((operation) =>
			updateDisplayOptions(
				{ show: { resource: [option.value], operation: [operation.option.value] } },
				operation.properties,
			),
		),
	];
}

/** @throws Error if a saved workflow uses a resource or operation that this version does not have */
export function findOperation(resources: Resource[], resource: string, name: string): Operation {
	const found = resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === name);
	if (found === undefined) throw new Error(`Unknown operation: ${resource} → ${name}`);
	return found;
}
