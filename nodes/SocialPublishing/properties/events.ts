import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { dropdown, optionsCollection, referral } from './commonFields';
import { workspaceLocator } from './locators';

/** The value, name and description of every event that a webhook can subscribe to: the most used come first. */
const EVENTS: Array<[string, string, string]> = [
	['post.published', 'Post Published', 'A post was published to all of its accounts'],
	['post.failed', 'Post Failed', 'A post was published to none of its accounts'],
	[
		'post.partial',
		'Post Partially Published',
		'A post was published to some of its accounts, but not all',
	],
	['delivery.failed', 'Delivery Failed', 'A post could not be published to one of its accounts'],
	[
		'delivery.needs_review',
		'Delivery Needs Review',
		'It is uncertain whether a post was published to one of its accounts',
	],
	[
		'delivery.blocked',
		'Delivery Blocked',
		'A post was blocked from being published to one of its accounts',
	],
	[
		'account.reconnect_required',
		'Account Needs Reconnecting',
		'An account lost its connection to its platform',
	],
	['delivery.published', 'Delivery Published', 'A post was published to one of its accounts'],
	['post.scheduled', 'Post Scheduled', 'A post was scheduled'],
	['post.created', 'Post Created', 'A post was created'],
	['post.updated', 'Post Updated', 'A post was changed'],
	[
		'post.draft',
		'Post Moved to Draft',
		'A post became a draft, for example because its schedule was cancelled',
	],
	['post.publishing', 'Post Publishing', 'A post is being published'],
	['media.ready', 'Media Ready', 'An uploaded file can be used in a post'],
];

export const eventOptions = EVENTS.map(
	([value, name, description]): INodePropertyOptions => ({ name, value, description }),
);

/**
 * The fields of a trigger.
 *
 * @param notice says when the other trigger is the better choice
 * @param eventsDescription describes the field with the events
 */
export function triggerFields(
	notice: string,
	eventsDescription: string,
	options: INodeProperties[],
): INodeProperties[] {
	return [
		referral(notice),
		workspaceLocator,
		eventsField(eventsDescription),
		...eventFields,
		optionsCollection(options),
	];
}

/**
 * The events that start the workflow.
 *
 * n8n-workaround(2.39.10, n8n-editor-ui useActionsGeneration.ts): for a field called "Events", n8n lists each event as a
 * trigger of its own, above all actions.
 */
function eventsField(description: string): INodeProperties {
	return {
		displayName: 'Start When',
		name: 'events',
		type: 'multiOptions',
		options: eventOptions,
		default: [],
		required: true,
		description,
	};
}

const eventNames = Object.fromEntries(EVENTS);

/** The names of the chosen events, or their number if there is no room for the names below the node. */
export const eventsSubtitle = `={{ ((events) => events.length > 2 ? events.length + " events" : events.map((event) => (${JSON.stringify(eventNames)})[event] || event).join(", "))([$parameter["events"]].flat()) }}`;

/** The fields that both triggers have, below the events. */
const eventFields: INodeProperties[] = [
	dropdown('getAccounts', {
		displayName: 'Accounts',
		name: 'accountIds',
		type: 'multiOptions',
		default: [],
		description:
			'The accounts whose events start the workflow. Events without an account always start it. Leave empty for all accounts. An expression can return names or IDs.',
	}),
	{
		displayName: 'Include Post or File',
		name: 'includeResource',
		type: 'boolean',
		default: true,
		description:
			'Whether to add the post or file of the event as <code>resource</code>. The output then starts with the account, text, link and error, if known. If the post or file cannot be read, <code>resourceError</code> contains the reason.',
	},
];
