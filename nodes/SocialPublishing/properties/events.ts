import type { INodePropertyOptions } from 'n8n-workflow';

/** Every event type that a webhook can subscribe to, in alphabetical order. */
export const eventOptions: INodePropertyOptions[] = [
	{
		name: 'Account Needs Reconnecting',
		value: 'account.reconnect_required',
		description: 'An account lost its connection to its network',
	},
	{
		name: 'Delivery Blocked',
		value: 'delivery.blocked',
		description: 'A post was blocked from being published to one of its accounts',
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
		name: 'Delivery Published',
		value: 'delivery.published',
		description: 'A post was published to one of its accounts',
	},
	{
		name: 'Media Ready',
		value: 'media.ready',
		description: 'An uploaded file can be used in a post',
	},
	{ name: 'Post Created', value: 'post.created', description: 'A post was created' },
	{
		name: 'Post Failed',
		value: 'post.failed',
		description: 'A post was published to none of its accounts',
	},
	{
		name: 'Post Moved to Draft',
		value: 'post.draft',
		description: 'A post became a draft, for example because its schedule was cancelled',
	},
	{
		name: 'Post Partially Published',
		value: 'post.partial',
		description: 'A post was published to some of its accounts, but not all',
	},
	{
		name: 'Post Published',
		value: 'post.published',
		description: 'A post was published to all of its accounts',
	},
	{ name: 'Post Publishing', value: 'post.publishing', description: 'A post is being published' },
	{ name: 'Post Scheduled', value: 'post.scheduled', description: 'A post was scheduled' },
	{ name: 'Post Updated', value: 'post.updated', description: 'A post was changed' },
];

/** What a kind means to a trigger that only looks from time to time. */
const POLLED_DESCRIPTIONS: Record<string, string> = {
	'post.draft': 'A scheduled post became a draft again',
	'post.publishing': 'A post was being published when the node looked; often it is faster',
	'post.scheduled':
		'A post was scheduled, or its schedule changed, and it still was when the node looked',
	'post.updated': 'The content of a draft or scheduled post had changed when the node looked',
};

/** The same events for a trigger that polls. */
export const polledEventOptions: INodePropertyOptions[] = eventOptions.map((option) => ({
	...option,
	description: POLLED_DESCRIPTIONS[String(option.value)] ?? option.description,
}));
