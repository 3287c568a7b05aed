import type { IHookFunctions } from 'n8n-workflow';

import { listWebhooks, webhookPath } from '../../api/webhooks';
import { deleteWebhook } from '../../commands/unkeyedCommands';
import { asServiceFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { isSameAddress } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import type { Registration } from '../state';
import type { DesiredWebhook } from './desiredWebhook';

/**
 * Deletes the test webhooks that were left at the service because n8n was killed during a test. They are recognized by
 * their address, which names their owner. A failure does not prevent the next test.
 */
export async function deleteLeftoverTests(
	functions: IHookFunctions,
	connection: Connection,
	current: Registration | undefined,
	{ url, workspacePath }: DesiredWebhook,
): Promise<void> {
	for (const webhook of await listWebhooks(connection, workspacePath)) {
		const id = firstText(webhook.id);
		if (id === undefined || id === current?.id || !isSameAddress(webhook.url, url)) continue;
		const deletion = deleteWebhook(connection, webhookPath(workspacePath, id));
		const failure = await deletion.then(() => undefined, asServiceFailure);
		if (failure === undefined) continue;
		functions.logger.warn(
			`${functions.getNode().name}: the webhook ${id} of an earlier test could not be deleted. ${failure.message}.`,
		);
	}
}
