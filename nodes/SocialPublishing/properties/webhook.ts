import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { NewWebhook } from '../api/webhooks';
import { InputFailure } from '../shared/failure';
import { isLoopback } from '../transport/address';
import { eventOptions } from './events';
import { optionsCollection } from './commonFields';
import { asText, readIds, readJsonObject } from './parameters';

const urlProperty: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/hooks/social',
	description:
		'The public address to which the service sends the events. It must start with https://.',
};

const eventsProperty: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: eventOptions,
	default: [],
	description: 'The events to send',
};

const otherFieldsProperty: INodeProperties = {
	displayName: 'Other Fields (JSON)',
	name: 'otherFields',
	type: 'json',
	default: '{}',
	description: 'More fields as a JSON object, for example to disable the webhook',
};

export const newWebhookProperties: INodeProperties[] = [
	{ ...urlProperty, required: true },
	{ ...eventsProperty, required: true },
	optionsCollection([otherFieldsProperty]),
];

export const webhookUpdateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [eventsProperty, otherFieldsProperty, urlProperty],
};

/** The values of the fields as entered in the editor or returned by expressions. */
interface WebhookFields {
	url?: unknown;
	events?: unknown;
	otherFields?: unknown;
}

/**
 * The body of the request that creates a webhook. Event types unknown to this version are passed on, because the
 * service may have more.
 *
 * @throws InputFailure for an address that the service would refuse
 */
export function toNewWebhook({ url, events, otherFields }: WebhookFields): NewWebhook {
	return {
		url: readUrl(url),
		events: readEvents(events),
		...readJsonObject(otherFields ?? {}, 'Other Fields (JSON)'),
	};
}

/** The body of the request that updates a webhook: contains only the fields that are set. */
export function toWebhookChange({ url, events, otherFields }: WebhookFields): IDataObject {
	return {
		...(url !== undefined && { url: readUrl(url) }),
		...(events !== undefined && { events: readEvents(events) }),
		...readJsonObject(otherFields ?? {}, 'Other Fields (JSON)'),
	};
}

function readUrl(value: unknown): string {
	const url = asText(value, 'URL').trim();
	const advice = 'Enter a public address such as https://example.com/hooks/social.';
	if (!URL.canParse(url)) throw new InputFailure("'URL' is not a web address", advice);
	const parsed = new URL(url);
	// A service that runs on the same machine may accept loopback addresses; that is for it to decide.
	if (parsed.protocol === 'https:' || isLoopback(parsed)) return url;
	throw new InputFailure("'URL' must start with https://", advice);
}

function readEvents(value: unknown): string[] {
	const events = readIds(value, 'Events');
	if (events.length > 0) return events;
	throw new InputFailure('No events are chosen', "Choose at least one in 'Events'.");
}
