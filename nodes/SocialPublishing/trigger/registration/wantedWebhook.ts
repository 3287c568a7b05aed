import type { IHookFunctions } from 'n8n-workflow';

import { InputFailure } from '../../shared/failure';
import { textOf } from '../../shared/json';
import { path } from '../../transport/address';
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
	const url = webhookUrlOf(functions);
	checkPublicAddress(url, serviceUrl);
	return { url, events, workspacePath: readWorkspacePath(functions) };
}

/** The path of the chosen workspace, to which the segments of a route are added. */
function readWorkspacePath(functions: IHookFunctions): string {
	const value = functions.getNodeParameter('workspaceId', '', { extractValue: true });
	const id = textOf(typeof value === 'number' ? String(value) : value)?.trim() ?? '';
	if (id === '') {
		throw new InputFailure(
			'Workspace is empty',
			'Choose it from the list or enter its ID. Nothing was sent.',
		);
	}
	return path('workspaces', id);
}

export function webhookUrlOf(functions: IHookFunctions): string {
	return functions.getNodeWebhookUrl('default') ?? '';
}
