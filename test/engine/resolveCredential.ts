import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type INode,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { EngineNodeTypes, inputTypeName } from './nodeTypes';

/**
 * Resolves the expressions of a credential, `$self` being the credential itself: for an item where one is being
 * processed, else (in webhooks, pickers and credential tests) with nothing around it.
 */
export function resolveCredential(
	data: INodeParameters,
	mode: WorkflowExecuteMode,
	executeData?: IExecuteData,
	at?: ICredentialsExpressionResolveValues,
): ICredentialDataDecryptedObject {
	// n8n resolves credentials as parameters, with the same functions: both are the same JSON.
	const resolved = at
		? at.workflow.expression.getParameterValue(
				data,
				at.runExecutionData,
				at.runIndex,
				at.itemIndex,
				at.node.name,
				at.connectionInputData,
				mode,
				{},
				executeData,
				false,
				data,
			)
		: resolveAlone(data, mode);
	return resolved as ICredentialDataDecryptedObject;
}

function resolveAlone(data: INodeParameters, mode: WorkflowExecuteMode) {
	const node: INode = {
		id: '',
		name: '',
		type: inputTypeName,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodeTypes = new EngineNodeTypes();
	const { expression } = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	return expression.getComplexParameterValue(node, data, mode, {}, undefined, undefined, data);
}
