/** The event types a webhook can subscribe to. */
export const eventTypes = [
	'post.created',
	'post.updated',
	'post.draft',
	'post.scheduled',
	'post.publishing',
	'post.published',
	'post.partial',
	'post.failed',
	'delivery.published',
	'delivery.failed',
	'delivery.blocked',
	'delivery.needs_review',
	'media.ready',
	'account.reconnect_required',
] as const;

export type EventType = (typeof eventTypes)[number];
