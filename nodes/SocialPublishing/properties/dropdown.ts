import type { INodeProperties } from 'n8n-workflow';

type Dropdown = Omit<INodeProperties, 'typeOptions' | 'options'> & {
	type: 'options' | 'multiOptions';
};

/**
 * A dropdown that the node fills, usually from the chosen workspace. An expression may also return what is not in the list, such
 * as the name of an account.
 *
 * @param loadOptionsMethod the method of the node that returns the choices
 * @param loadOptionsDependsOn the fields whose change fills it again
 */
export function dropdown(
	loadOptionsMethod: string,
	field: Dropdown,
	loadOptionsDependsOn = ['workspaceId.value'],
): INodeProperties {
	return {
		...field,
		allowArbitraryValues: true,
		typeOptions: { loadOptionsMethod, loadOptionsDependsOn },
	};
}
