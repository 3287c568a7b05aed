import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { takeEvent } from '../../../../nodes/SocialPublishing/trigger/poll/takeEvent';

const item: INodeExecutionData = { json: { id: 'poll_1' } };

/** An execution in a process that has not handed over its event. */
function execution(entries: Set<string>, workflowId: string): IExecuteFunctions {
	return {
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		helpers: {
			checkProcessedAndRecord: async (names: string[]) => {
				const added = names.filter((name) => !entries.has(name));
				for (const name of added) entries.add(name);
				return { new: added, processed: [] };
			},
			removeProcessed: async (names: string[]) => names.forEach((name) => entries.delete(name)),
		},
	} as unknown as IExecuteFunctions;
}

it('passes an event on once although n8n starts several executions of it', async () => {
	const entries = new Set<string>();
	const passedOn: number[] = [];
	for (let copies = 0; copies < 3; copies++) {
		passedOn.push((await takeEvent(execution(entries, 'first'), item)).length);
	}
	expect(passedOn).toEqual([1, 0, 0]);
	expect(await takeEvent(execution(new Set(), 'second'), item)).toEqual([item]);
});
