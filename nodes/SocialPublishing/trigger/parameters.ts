import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord, textOf } from '../transport/envelope';
import { path } from '../transport/address';
import { InputFailure } from '../transport/failure';
import { checkWebhookAddress } from './webhookAddress';

type Functions = IHookFunctions | IWebhookFunctions;

export interface TriggerOptions {
	ignoreDuplicates: boolean;
	includeResource: boolean;
	replayFailed: boolean;
}

export function readOptions(functions: Functions): TriggerOptions {
	const value = functions.getNodeParameter('options', {});
	const options: IDataObject = isRecord(value) ? value : {};
	return {
		ignoreDuplicates: options.ignoreDuplicates !== false,
		includeResource: options.includeResource === true,
		replayFailed: options.replayFailed === true,
	};
}

/** The chosen kinds of events. */
export function readEvents(functions: Functions): string[] {
	const events = functions.getNodeParameter('events', []);
	return [events].flat().filter((kind) => typeof kind === 'string');
}

export function webhookUrlOf(functions: IHookFunctions): string {
	return functions.getNodeWebhookUrl('default') ?? '';
}

/** What the webhook has to be like. */
export interface Wanted {
	url: string;
	events: string[];
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** @throws InputFailure for what the service would refuse */
export function readWanted(functions: IHookFunctions, serviceUrl: string): Wanted {
	const events = readEvents(functions);
	if (events.length === 0) {
		throw new InputFailure(
			'No events are chosen',
			'Choose at least one kind of event. Nothing was sent.',
		);
	}
	const url = webhookUrlOf(functions);
	checkWebhookAddress(url, serviceUrl);
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
