import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../shared/json';

type Functions = IHookFunctions | IWebhookFunctions;

export interface TriggerOptions {
	ignoreDuplicates: boolean;
	includeResource: boolean;
	replayFailed: boolean;
}

export function readTriggerOptions(functions: Functions): TriggerOptions {
	const value = functions.getNodeParameter('options', {});
	const options: IDataObject = isRecord(value) ? value : {};
	return {
		ignoreDuplicates: options.ignoreDuplicates !== false,
		includeResource: options.includeResource === true,
		replayFailed: options.replayFailed === true,
	};
}

/** The chosen kinds of events. */
export function readEventKinds(functions: Functions): string[] {
	const events = functions.getNodeParameter('events', []);
	return [events].flat().filter((kind) => typeof kind === 'string');
}
