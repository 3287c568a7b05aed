import type { IHookFunctions } from 'n8n-workflow';

import { toWorkspacePath } from '../../api/workspacePath';
import { InputFailure } from '../../shared/failure';
import { readEventKinds } from '../triggerParameters';
import { checkPublicAddress } from './publicAddress';

/** What the webhook has to be like. */
export interface WantedWebhook {
	url: string;
	events: string[];
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** @throws InputFailure for what the service would refuse */
export function readWanted(functions: IHookFunctions, serviceUrl: string): WantedWebhook {
	const events = readEventKinds(functions);
	if (events.length === 0) {
		throw new InputFailure(
			'No events are chosen',
			'Choose at least one kind of event. Nothing was sent.',
		);
	}
	const workspaceId = functions.getNodeParameter('workspaceId', '', { extractValue: true });
	const url = webhookUrlOf(functions);
	checkPublicAddress(url, serviceUrl);
	return { url, events, workspacePath: toWorkspacePath(workspaceId) };
}

export function webhookUrlOf(functions: IHookFunctions): string {
	return functions.getNodeWebhookUrl('default') ?? '';
}
