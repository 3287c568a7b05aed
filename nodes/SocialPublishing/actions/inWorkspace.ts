import { useChosenWorkspace, workspaceLocator } from '../properties/locators';
import type { Operation, Resource } from './operation';

/** Operations on what is in a workspace settle first which one that is. */
export function inWorkspace(resource: Resource): Resource {
	return { ...resource, operations: resource.operations.map(withWorkspace) };
}

function withWorkspace(operation: Operation): Operation {
	if (!operation.properties.includes(workspaceLocator)) return operation;
	if ('execute' in operation) {
		return {
			...operation,
			async execute(item) {
				await useChosenWorkspace(item);
				return await operation.execute(item);
			},
		};
	}
	return {
		...operation,
		async prepare(item) {
			await useChosenWorkspace(item);
			return await operation.prepare(item);
		},
	};
}
