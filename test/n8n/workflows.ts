import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from './rest';

export const PACKAGE_NAME = 'n8n-nodes-social-publishing';
export const ACTION_NODE_TYPE = `${PACKAGE_NAME}.socialPublishing`;
export const TRIGGER_NODE_TYPE = `${PACKAGE_NAME}.socialPublishingTrigger`;
export const POLL_TRIGGER_NODE_TYPE = `${PACKAGE_NAME}.socialPublishingPollTrigger`;
export const CREDENTIAL_TYPE = 'socialPublishingApi';

/** Most tests are about the events themselves. */
const ONLY_EVENT = { includeResource: false };

/** A node without its position, which `chain` assigns. */
export type Step = Pick<INode, 'name' | 'type' | 'parameters'> & Partial<INode>;

/** The step that starts a workflow from the editor. */
export const START: Step = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	parameters: {},
};

/** The step Loop Over Items, which passes its items on in batches of one. */
export const LOOP: Step = {
	name: 'Loop Over Items',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { options: {} },
};

/** A step that receives HTTP requests and responds with all items of the workflow's last step. */
export function webhookStep(webhookPath: string, parameters: INodeParameters = {}): Step {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: webhookPath,
		parameters: {
			httpMethod: 'POST',
			path: webhookPath,
			responseMode: 'lastNode',
			responseData: 'allEntries',
			options: {},
			...parameters,
		},
	};
}

/** A step that turns each element of a list in its input into an item. */
export function splitOutStep(field: string): Step {
	return {
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: field, options: {} },
	};
}

/** The node under test; its credential is selected when the workflow is imported. */
export function actionStep(parameters: INodeParameters, settings: Partial<INode> = {}): Step {
	return {
		name: 'Social Publishing',
		type: ACTION_NODE_TYPE,
		credentials: { [CREDENTIAL_TYPE]: { id: null, name: '' } },
		parameters,
		...settings,
	};
}

export function triggerStep(parameters: INodeParameters): Step {
	return {
		name: 'Social Publishing Trigger',
		type: TRIGGER_NODE_TYPE,
		typeVersion: 1.1,
		webhookId: 'social-publishing-trigger',
		credentials: { [CREDENTIAL_TYPE]: { id: null, name: '' } },
		parameters: { ...ONLY_EVENT, ...parameters },
	};
}

/** The seconds of each minute in which a test polls; n8n allows each poll time once a minute only. */
const POLL_SECONDS = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55];

export function pollTriggerStep(parameters: INodeParameters): Step {
	const item = POLL_SECONDS.map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	}));
	return {
		name: 'Social Publishing Poll Trigger',
		type: POLL_TRIGGER_NODE_TYPE,
		credentials: { [CREDENTIAL_TYPE]: { id: null, name: '' } },
		parameters: { pollTimes: { item }, ...ONLY_EVENT, ...parameters },
	};
}

/** A step that changes the static data of the workflow. */
export function staticDataStep(): Step {
	return {
		name: 'Neighbor',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode: `const data = $getWorkflowStaticData('global');
data.runs = (data.runs ?? 0) + 1;
return $input.all();`,
		},
	};
}

export function noOperationStep(): Step {
	return { name: 'Received', type: 'n8n-nodes-base.noOp', parameters: {} };
}

/** A workflow whose steps run one after the other. */
export function chain(name: string, steps: Step[]): WorkflowJson {
	const connections: IConnections = {};
	steps.slice(1).forEach((step, index) => {
		const previous = steps[index];
		if (previous) {
			connections[previous.name] = { main: [[{ node: step.name, type: 'main', index: 0 }]] };
		}
	});
	const nodes = steps.map((step, index) => ({
		id: `step-${index}`,
		typeVersion: 1,
		position: [index * 220, 0] satisfies [number, number],
		...step,
	}));
	return { name, nodes, connections };
}
