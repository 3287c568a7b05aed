import type { IHookFunctions } from 'n8n-workflow';

import { chosenWorkspaceId, toWorkspacePath } from '../../api/workspace';
import type { Connection } from '../../transport/connection';
import type { Slot } from '../state';
import { readAccountIds, readChosenEventTypes, readWorkspaceId } from '../triggerParameters';
import { ownAddress } from './ownership';
import { checkPublicAddress } from './publicAddress';

/** What the webhook at the service should be like, according to the node's parameters. */
export interface DesiredWebhook {
	url: string;
	/** Event types, such as `post.published`. */
	events: string[];
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** @throws InputFailure for parameters that the service would refuse */
export async function readDesiredWebhook(
	functions: IHookFunctions,
	slot: Slot,
	connection: Connection,
): Promise<DesiredWebhook> {
	const events = readChosenEventTypes(functions);
	// Checked here, because nobody sees an error at an event.
	readAccountIds(functions);
	const url = ownAddress(functions, slot);
	checkPublicAddress(url, connection.baseUrl);
	const workspaceId = await chosenWorkspaceId(connection, readWorkspaceId(functions));
	return { url, events, workspacePath: toWorkspacePath(workspaceId) };
}
