import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord, textOf } from '../../shared/json';

/** Statuses of a disabled webhook, each with that of an enabled one. */
const OPPOSITES: Record<string, string> = {
	disabled: 'enabled',
	inactive: 'active',
	paused: 'active',
	suspended: 'active',
};

/** The change that enables a disabled webhook again; undefined where the record does not say that it is disabled. */
export function readEnablingChange(webhook: IDataObject): IDataObject | undefined {
	// reading(disabled webhook): each of these fields
	for (const name of ['enabled', 'active', 'is_active', 'is_enabled']) {
		if (webhook[name] === false) return { [name]: true };
	}
	for (const name of ['disabled', 'is_disabled', 'paused']) {
		if (webhook[name] === true) return { [name]: false };
	}
	for (const name of ['status', 'state']) {
		const opposite = OPPOSITES[textOf(webhook[name])?.toLowerCase() ?? ''];
		if (opposite !== undefined) return { [name]: opposite };
	}
	for (const name of ['disabled_at', 'paused_at']) {
		if (firstText(webhook[name]) !== undefined) return { [name]: null };
	}
	return undefined;
}

/** Whether a webhook subscribes to exactly these event types, in any order. */
export function hasEvents(webhook: IDataObject, types: string[]): boolean {
	// reading(events of a webhook): events, event_types
	const listed = webhook.events ?? webhook.event_types;
	const events = new Set(Array.isArray(listed) ? listed : []);
	return events.size === new Set(types).size && types.every((type) => events.has(type));
}

/** The record in the response to the creation of a webhook, with its secret. */
export function readCreatedWebhook(created: IDataObject): IDataObject {
	// reading(created webhook): the record itself, or in webhook, next to the secret
	return { ...created, ...readRecord(created.webhook) };
}

export function readSigningSecret(webhook: IDataObject): string | undefined {
	// reading(signing secret): signing_secret, secret
	return firstText(webhook.signing_secret, webhook.secret);
}
