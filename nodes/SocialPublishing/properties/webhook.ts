import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { NewWebhook } from '../api/webhooks';
import { InputFailure } from '../shared/failure';
import { isLoopback } from '../transport/address';
import { eventOptions } from './events';
import { asText, readIds, readJsonObject } from './parameters';

const urlProperty: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/hooks/social',
	description: 'Where the service sends the events: a public address that starts with https://',
};

const eventsProperty: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: eventOptions,
	default: [],
	description: 'The kinds of events to send',
};

const otherFieldsProperty: INodeProperties = {
	displayName: 'Other Fields (JSON)',
	name: 'otherFields',
	type: 'json',
	default: '{}',
	description: 'Further fields as a JSON object, such as the one that disables a webhook',
};

/** The fields of a new webhook. */
export const newWebhookProperties: INodeProperties[] = [
	{ ...urlProperty, required: true },
	{ ...eventsProperty, required: true },
	otherFieldsProperty,
];

/** The fields of a change to a webhook. */
export const webhookUpdateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [eventsProperty, otherFieldsProperty, urlProperty],
};

/** The values of the fields, as they came out of the editor or an expression. */
export interface WebhookFields {
	url?: unknown;
	events?: unknown;
	otherFields?: unknown;
}

/**
 * The body that makes a webhook. Kinds of events that this version does not know are passed on: the service
 * may have more.
 *
 * @throws InputFailure for an address that the service would refuse
 */
export function toNewWebhook({ url, events, otherFields }: WebhookFields): NewWebhook {
	return {
		url: checkedUrl(asText(url, 'URL').trim()),
		events: checkedEvents(readIds(events, 'Events')),
		...readJsonObject(otherFields ?? {}, 'Other Fields (JSON)'),
	};
}

/** The body that changes a webhook: only what is given. */
export function toWebhookChange({ url, events, otherFields }: WebhookFields): IDataObject {
	return {
		...(url !== undefined && { url: checkedUrl(asText(url, 'URL').trim()) }),
		...(events !== undefined && { events: checkedEvents(readIds(events, 'Events')) }),
		...readJsonObject(otherFields ?? {}, 'Other Fields (JSON)'),
	};
}

function checkedUrl(url: string): string {
	const advice =
		'Enter a public address such as https://example.com/hooks/social. Nothing was sent.';
	if (!URL.canParse(url)) throw new InputFailure('URL is not a web address', advice);
	const parsed = new URL(url);
	// A service under test on the same machine may take loopback addresses; it decides itself.
	if (parsed.protocol === 'https:' || isLoopback(parsed)) return url;
	throw new InputFailure('URL must start with https://', advice);
}

function checkedEvents(events: string[]): string[] {
	if (events.length > 0) return events;
	throw new InputFailure(
		'No events are chosen',
		'Choose at least one kind of event. Nothing was sent.',
	);
}
