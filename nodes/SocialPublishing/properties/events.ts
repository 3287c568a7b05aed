import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { dropdown, optionsCollection, referral } from './commonFields';
import { workspaceLocator } from './locators';

/** Every event type that a webhook can subscribe to, beginning with those that are used most. */
export const eventOptions: INodePropertyOptions[] = [
	{
		name: 'Post Published',
		value: 'post.published',
		description: 'A post was published to all of its accounts',
	},
	{
		name: 'Post Failed',
		value: 'post.failed',
		description: 'A post was published to none of its accounts',
	},
	{
		name: 'Post Partially Published',
		value: 'post.partial',
		description: 'A post was published to some of its accounts, but not all',
	},
	{
		name: 'Delivery Failed',
		value: 'delivery.failed',
		description: 'A post could not be published to one of its accounts',
	},
	{
		name: 'Delivery Needs Review',
		value: 'delivery.needs_review',
		description: 'It is uncertain whether a post was published to one of its accounts',
	},
	{
		name: 'Delivery Blocked',
		value: 'delivery.blocked',
		description: 'A post was blocked from being published to one of its accounts',
	},
	{
		name: 'Account Needs Reconnecting',
		value: 'account.reconnect_required',
		description: 'An account lost its connection to its platform',
	},
	{
		name: 'Delivery Published',
		value: 'delivery.published',
		description: 'A post was published to one of its accounts',
	},
	{ name: 'Post Scheduled', value: 'post.scheduled', description: 'A post was scheduled' },
	{ name: 'Post Created', value: 'post.created', description: 'A post was created' },
	{ name: 'Post Updated', value: 'post.updated', description: 'A post was changed' },
	{
		name: 'Post Moved to Draft',
		value: 'post.draft',
		description: 'A post became a draft, for example because its schedule was cancelled',
	},
	{ name: 'Post Publishing', value: 'post.publishing', description: 'A post is being published' },
	{
		name: 'Media Ready',
		value: 'media.ready',
		description: 'An uploaded file can be used in a post',
	},
];

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

const eventNames = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

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
