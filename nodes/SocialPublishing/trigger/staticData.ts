import type { IDataObject } from 'n8n-workflow';

import type { TriggerFunctions } from './triggerParameters';

/**
 * The part of the workflow's static data that belongs to a trigger. It is found by the ID of the node.
 *
 * n8n-workaround(2.39.10, n8n-workflow/dist/cjs/workflow.js): n8n files a node's own static data under its name, so
 * it is lost when the node is renamed.
 */
export class TriggerData {
	/** Identifies the trigger within this process. */
	readonly key: string;
	private readonly name: string;

	/**
	 * @param nodeType the name of the trigger in n8n
	 * @param kind distinguishes several states of one trigger
	 */
	constructor(
		private readonly functions: TriggerFunctions,
		nodeType: 'socialPublishingTrigger' | 'socialPublishingPollTrigger',
		kind?: string,
	) {
		const { id } = functions.getNode();
		this.name = [nodeType, id, ...(kind === undefined ? [] : [kind])].join(':');
		this.key = `${functions.getWorkflow().id} ${this.name}`;
	}

	read(): unknown {
		return this.functions.getWorkflowStaticData('global')[this.name];
	}

	/** n8n saves it after the call, or when it next starts an execution. */
	write(state: IDataObject | string): void {
		this.functions.getWorkflowStaticData('global')[this.name] = state;
	}
}
