import { LoadOptionsContext } from 'n8n-core';
import type {
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { additionalDataFor, credentialsHelperFor, type CredentialSetup } from './additionalData';
import { credentialReferences } from './credentials';
import { buildWorkflow, savedNode, type NodeSetup } from './workflow';

/** A picker of the editor: the method it calls, with the node's parameters as they are set at that moment. */
export interface PickerOptions extends NodeSetup, CredentialSetup {
	method: string;
	/** Where the picker sits, such as `parameters.destinations.destination[0].accountId`: for `&` references. */
	path?: string;
}

/** The choices of a dropdown. */
export async function loadOptions(options: PickerOptions): Promise<INodePropertyOptions[]> {
	const { methods, context } = await prepare(options);
	return await named(options.method, methods.loadOptions).call(context);
}

/** One page of a searchable list; `paginationToken` as the page before returned it. */
export async function listSearch(
	options: PickerOptions & { filter?: string; paginationToken?: string },
): Promise<INodeListSearchResult> {
	const { methods, context } = await prepare(options);
	const method = named(options.method, methods.listSearch);
	return await method.call(context, options.filter, options.paginationToken);
}

/** The fields of a form that the node makes at run time. */
export async function resourceMapping(options: PickerOptions): Promise<ResourceMapperFields> {
	const { methods, context } = await prepare(options);
	return await named(options.method, methods.resourceMapping).call(context);
}

function named<Method>(name: string, methods: Record<string, Method> = {}): Method {
	const method = methods[name];
	if (method === undefined) throw new Error(`The node has no method "${name}" of this kind`);
	return method;
}

async function prepare(options: PickerOptions) {
	const node = savedNode(options, credentialReferences(options.credentials ?? {}));
	// A workflow fills in the node's defaults, which the editor sends along too.
	const workflow = buildWorkflow(options, node);
	const { methods = {} } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const additionalData = additionalDataFor(await credentialsHelperFor(options), {
		currentNodeParameters: node.parameters,
	});
	const path = options.path ?? '';
	return { methods, context: new LoadOptionsContext(workflow, node, additionalData, path) };
}
