import type { IHookFunctions } from 'n8n-workflow';

import { listWebhooks, webhookPath } from '../../api/webhooks';
import { readRecordId } from '../../api/readings/record';
import { deleteWebhook } from '../../commands/unkeyedCommands';
import { asServiceFailure } from '../../shared/failure';
import { isSameAddress } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { isMissing } from '../../transport/errors';
import { isNotFound } from '../../transport/retry';
import { logWarning } from '../failures';
import type { TriggerState } from '../state';
import type { DesiredWebhook } from './desiredWebhook';

export interface RegistrationContext {
	functions: IHookFunctions;
	connection: Connection;
	state: TriggerState;
	/** Called as soon as the service has shown that the webhook does not work as it is; maybe more than once. */
	onUnfit?: () => void;
}

/**
 * Deletes the registered webhook and its registration. A webhook at another address of the service is only forgotten.
 *
 * @throws ServiceFailure if the webhook may still exist; its registration is then kept
 */
export async function deleteRegistered(context: RegistrationContext): Promise<void> {
	const { functions, connection, state } = context;
	const { registration } = state;
	if (registration === undefined) return;
	const { id, baseUrl, workspacePath } = registration;
	if (baseUrl === connection.baseUrl) {
		const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
		const failure = await deletion.then(() => undefined, asServiceFailure);
		// A proxy that cannot reach the service may respond with 404, too.
		if (failure !== undefined && !isMissing(failure)) throw failure;
		if (failure !== undefined) {
			warn(
				functions,
				`${id} does not exist for this credential. If it was made with another API token that is still valid, delete it with that token; n8n refuses its events.`,
			);
		}
	} else {
		warn(functions, `${id} was made at ${baseUrl}, which this credential no longer points to.`);
	}
	state.forget(registration);
}

/**
 * Like `deleteRegistered`, but never prevents a new webhook: if the credential may not delete the webhook, perhaps because
 * another credential created it, or nothing is found at its path, the webhook is forgotten.
 */
export async function deleteRegisteredIfAllowed(context: RegistrationContext): Promise<void> {
	const { functions, state } = context;
	const { registration } = state;
	const failure = await deleteRegistered(context).then(() => undefined, asServiceFailure);
	if (registration === undefined || failure === undefined) return;
	const { status } = failure.facts;
	if (status !== 403 && !isNotFound(status)) throw failure;
	state.forget(registration);
	const { id } = registration;
	warn(functions, `${id} could not be deleted; n8n refuses its events. ${failure.message}.`);
}

function warn(functions: IHookFunctions, text: string): void {
	logWarning(functions, `the webhook ${text}`);
}

/**
 * Deletes the test webhooks that exist because n8n was killed during a test. Their address identifies them, as it names
 * their owner. A failure does not prevent the next test.
 */
export async function deleteLeftoverTests(
	{ functions, connection, state }: RegistrationContext,
	{ url, workspacePath }: DesiredWebhook,
): Promise<void> {
	const current = state.registration;
	for (const webhook of await listWebhooks(connection, workspacePath)) {
		const id = readRecordId(webhook);
		if (id === undefined || id === current?.id || !isSameAddress(webhook.url, url)) continue;
		const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
		const failure = await deletion.then(() => undefined, asServiceFailure);
		if (failure === undefined) continue;
		warn(functions, `${id} of an earlier test could not be deleted. ${failure.message}.`);
	}
}
