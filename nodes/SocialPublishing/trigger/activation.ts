import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

/** Whether n8n activates a workflow that was active before, so that nobody sees an error. */
export function isRestart(functions: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(functions.getActivationMode());
}
