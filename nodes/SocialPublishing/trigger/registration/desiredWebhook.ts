import type { IHookFunctions } from 'n8n-workflow';

import { toWorkspacePath } from '../../api/workspacePath';
import { InputFailure } from '../../shared/failure';
import type { Slot } from '../state';
import { readEventTypes } from '../triggerParameters';
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
	const events = readEventTypes(functions);
	if (events.length === 0) {
		throw new InputFailure(
			'No events are chosen',
			'Choose at least one event type. Nothing was sent.',
		);
	}
	const workspaceId = functions.getNodeParameter('workspaceId', '', { extractValue: true });
	const url = ownAddress(functions, slot);
	checkPublicAddress(url, serviceUrl);
	return { url, events, workspacePath: toWorkspacePath(workspaceId) };
}
