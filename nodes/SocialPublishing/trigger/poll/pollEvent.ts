import { clock } from '../../shared/clock';
import type { ResolvedAccounts } from '../chosenAccounts';
import { eventIdOf } from '../fingerprint';
import { isAboutChosen, type PollSettings } from '../triggerParameters';
import type { ObservedChange } from './observe';
import type { PollEvent } from './state';

/** Whether a change is an event that starts the workflow. */
export function isWanted(
	{ types }: PollSettings,
	accounts: ResolvedAccounts,
	change: ObservedChange,
): boolean {
	const accountIds = [...accounts.values()].flat();
	return types.includes(change.type) && isAboutChosen(accountIds, change.accountIds);
}

export function toEvent(
	{ workspaceId, workspacePath }: PollSettings,
	{ type, id, eventKey, data }: ObservedChange,
): PollEvent {
	return {
		id: eventIdOf(workspacePath, type, id, ...eventKey),
		type,
		workspace_id: workspaceId,
		created_at: new Date(clock.now()).toISOString(),
		// As in JSON.
		data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
	};
}
