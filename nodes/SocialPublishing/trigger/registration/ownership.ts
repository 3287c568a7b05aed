import { createHash } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';

import { TriggerState, type WebhookKind } from '../state';

/**
 * The state of the webhook that n8n registers or deletes, without one that was registered with another address. Recognizes
 * a test webhook by its address where n8n does not state the mode.
 *
 * n8n-workaround(2.39.10, n8n/dist/webhooks/test-webhooks.js): n8n states the mode "manual" when it registers a test
 * webhook, but not when it deletes it.
 */
export function openOwnState(functions: IHookFunctions): TriggerState {
	const open = (kind: WebhookKind) =>
		new TriggerState(functions, kind, ownAddress(functions, kind));
	const test = open('test');
	const isTest = functions.getMode() === 'manual' || test.registration !== undefined;
	return isTest ? test : open('production');
}

/**
 * The address at which this n8n receives the events of the trigger. The address of a test names its owner: if n8n is killed
 * during a test, only the address at the service shows that the webhook belongs to this trigger. n8n ignores the query of
 * an address.
 */
export function ownAddress(functions: IHookFunctions, kind: WebhookKind): string {
	const address = functions.getNodeWebhookUrl('default') ?? '';
	if (kind === 'production' || !URL.canParse(address)) return address;
	const url = new URL(address);
	const owner = `${functions.getInstanceId()} ${functions.getWorkflow().id}`;
	url.searchParams.set('owner', createHash('sha256').update(owner).digest('hex').slice(0, 16));
	return url.href;
}
