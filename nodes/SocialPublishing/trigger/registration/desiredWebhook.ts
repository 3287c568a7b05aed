import type { IHookFunctions } from 'n8n-workflow';

import { toWorkspacePath } from '../../api/workspacePath';
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
export function readDesiredWebhook(
	functions: IHookFunctions,
	slot: Slot,
	serviceUrl: string,
): DesiredWebhook {
	const events = readChosenEventTypes(functions);
	// Checked here, because nobody sees an error at an event.
	readAccountIds(functions);
	const url = ownAddress(functions, slot);
	checkPublicAddress(url, serviceUrl);
	return { url, events, workspacePath: toWorkspacePath(readWorkspaceId(functions)) };
}
