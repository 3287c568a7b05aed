import type { IHookFunctions } from 'n8n-workflow';
import { TriggerState, unsavedRegistration, type Slot } from '../state';
import { webhookUrlOf } from './wantedWebhook';

/**
 * The trigger's state, with a webhook that n8n has not stored. A workflow that was copied to another n8n may have
 * brought a webhook along that the original still needs: it is left alone.
 */
export function openOwnState(functions: IHookFunctions, slot: Slot): TriggerState {
	const state = TriggerState.open(functions, slot);
	state.registration ??= unsavedRegistration(functions, slot);
	const { id, owner = '', url } = state.registration ?? {};
	const isOwn = owner === '' || owner === ownerOf(functions) || url === webhookUrlOf(functions);
	if (isOwn) return state;
	functions.logger.info(
		`${functions.getNode().name}: the stored webhook ${id} belongs to another copy of this workflow, and is left alone. If that copy is gone for good, delete the webhook with the resource Webhook.`,
	);
	state.registration = undefined;
	return state;
}

/** Tells this workflow in this n8n from every other. */
export function ownerOf(functions: IHookFunctions): string {
	return `${functions.getInstanceId()} ${functions.getWorkflow().id}`;
}

/** n8n tells the mode when it registers, but not when it deletes: then the address tells. */
export function slotOf(functions: IHookFunctions): Slot {
	if (functions.getMode() === 'manual') return 'test';
	const { registration } = TriggerState.open(functions, 'test');
	const test = registration ?? unsavedRegistration(functions, 'test');
	return test?.url === webhookUrlOf(functions) ? 'test' : 'production';
}
