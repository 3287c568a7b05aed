import type { INodeListSearchResult, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { Session } from './session';

/** What the editor sends to load the options of a list or dropdown. */
export interface PickerRequest {
	nodeType: string;
	methodName: string;
	parameters: INodeParameters;
	credentials: Record<string, { id: string; name: string }>;
}

/** The requests with which n8n's editor fills the pickers of a node. */
export class PickerClient extends Session {
	/** Loads one page of a resource locator's list, as the editor does. */
	async listSearch(
		picker: PickerRequest,
		filter?: string,
		paginationToken?: unknown,
	): Promise<INodeListSearchResult> {
		return await this.request('POST', '/dynamic-node-parameters/resource-locator-results', {
			...pickerBody(picker),
			filter,
			paginationToken,
		});
	}

	/** Loads the options of a dropdown that the node fills from the service. */
	async loadOptions(picker: PickerRequest): Promise<INodePropertyOptions[]> {
		return await this.request('POST', '/dynamic-node-parameters/options', pickerBody(picker));
	}
}

function pickerBody({ nodeType, methodName, parameters, credentials }: PickerRequest) {
	return {
		path: 'parameters',
		nodeTypeAndVersion: { name: nodeType, version: 1 },
		methodName,
		currentNodeParameters: parameters,
		credentials,
	};
}
