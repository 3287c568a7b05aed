import type { IHookFunctions } from 'n8n-workflow';
import { TriggerState, unpersistedRegistration, type Slot } from '../state';
import { webhookUrlOf } from './desiredWebhook';

/**
 * The trigger's state, including a registration that n8n has not saved. When a workflow is copied to another n8n, it
 * takes along the registration of a webhook that the original still needs: that registration is ignored.
 */
export function openOwnState(functions: IHookFunctions, slot: Slot): TriggerState {
	const state = TriggerState.open(functions, slot);
	state.registration ??= unpersistedRegistration(functions, slot);
	const { id, owner = '', url } = state.registration ?? {};
	const isOwn = owner === '' || owner === ownerOf(functions) || url === webhookUrlOf(functions);
	if (isOwn) return state;
	functions.logger.info(
		`${functions.getNode().name}: the stored webhook ${id} belongs to another copy of this workflow and is left alone. If that copy no longer exists, delete the webhook with the resource Webhook.`,
	);
	state.registration = undefined;
	return state;
}

/** Distinguishes this workflow in this n8n from all others. */
export function ownerOf(functions: IHookFunctions): string {
	return `${functions.getInstanceId()} ${functions.getWorkflow().id}`;
}

/**
 * Recognizes the test webhook by its address where n8n does not state the mode.
 *
 * n8n-workaround(2.39.10, n8n/dist/webhooks/test-webhooks.js): n8n states the mode "manual" when it registers a test
 * webhook, but not when it deletes it.
 */
export function slotOf(functions: IHookFunctions): Slot {
	if (functions.getMode() === 'manual') return 'test';
	const { registration } = TriggerState.open(functions, 'test');
	const test = registration ?? unpersistedRegistration(functions, 'test');
	return test?.url === webhookUrlOf(functions) ? 'test' : 'production';
}
