import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { dropdown } from './commonFields';
import { eventOptions } from './events';

/**
 * The events that start the workflow.
 *
 * n8n-workaround(2.39.10, n8n-editor-ui useActionsGeneration.ts): for a field called "Events", n8n lists each event as a
 * trigger of its own, above all actions.
 */
export function eventsField(options: INodePropertyOptions[], description: string): INodeProperties {
	return {
		displayName: 'Start When',
		name: 'events',
		type: 'multiOptions',
		options,
		default: [],
		required: true,
		description,
	};
}

const eventNames = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

/** The chosen events by their names, as far as there is room for them below the node. */
export const eventsSubtitle = `={{ ((events) => events.length > 2 ? events.length + " events" : events.map((event) => (${JSON.stringify(eventNames)})[event] || event).join(", "))([$parameter["events"]].flat()) }}`;

/** The fields that both triggers have, below the events. */
export const eventFields: INodeProperties[] = [
	dropdown('getAccounts', {
		displayName: 'Accounts',
		name: 'accountIds',
		type: 'multiOptions',
		default: [],
		description:
			'Only events about these accounts start the workflow, and events that name no account. Leave it empty for all accounts.',
	}),
	{
		displayName: 'Include Post or File',
		name: 'includeResource',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the post or file that the event is about. The output then starts with the account, the text, the link and the reason of a failure, as far as they are known, and has the whole post or file in <code>resource</code>. If it cannot be read, <code>resourceError</code> says why.',
	},
];
