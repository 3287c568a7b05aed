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

/** The chosen event types, such as `post.published`. */
export function readEventTypes(functions: Functions): string[] {
	const events = functions.getNodeParameter('events', []);
	return [events].flat().filter((type) => typeof type === 'string');
}
