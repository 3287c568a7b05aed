import type { IHookFunctions } from 'n8n-workflow';

import { listWebhooks, webhookPath } from '../../api/webhooks';
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
}

/**
 * Deletes the registered webhook and its registration. A webhook at another address of the service is only forgotten.
 *
 * @param isReplaced a new webhook takes its place, which nothing may prevent: if the credential may not delete the old one,
 *   perhaps because another credential created it, or nothing is found at its path, it is forgotten
 * @throws ServiceFailure if the webhook may still exist; its registration is then kept
 */
export async function deleteRegistered(
	{ functions, connection, state }: RegistrationContext,
	isReplaced = false,
): Promise<void> {
	const { registration } = state;
	if (registration === undefined) return;
	const { id, baseUrl, workspacePath } = registration;
	if (baseUrl === connection.baseUrl) {
		const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
		const failure = await deletion.then(() => undefined, asServiceFailure);
		if (failure !== undefined) {
			const { status } = failure.facts;
			const mayBeForgotten = isReplaced && (status === 403 || isNotFound(status));
			// A proxy that cannot reach the service may respond with 404, too.
			if (!mayBeForgotten && !isMissing(failure)) throw failure;
			warn(
				functions,
				`${id} could not be deleted; n8n refuses its events. ${failure.message}. If it was made with another API token that is still valid, delete it with that token.`,
			);
		}
	} else {
		warn(functions, `${id} was made at ${baseUrl}, which this credential no longer points to.`);
	}
	state.forget(registration);
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
	for (const listed of await listWebhooks(connection, workspacePath)) {
		const { id } = listed;
		if (id === undefined || id === current?.id || !isSameAddress(listed.url, url)) continue;
		const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
		const failure = await deletion.then(() => undefined, asServiceFailure);
		if (failure === undefined) continue;
		warn(functions, `${id} of an earlier test could not be deleted. ${failure.message}.`);
	}
}
