import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { chosenWorkspaceId, toWorkspacePath } from '../../api/workspace';
import { InputFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import {
	readAccountIds,
	readChosenEventTypes,
	readIncludeResource,
	readOptions,
	readWorkspaceId,
} from '../triggerParameters';

/** A poll that n8n makes, or a run of the node in the editor. */
export type PollFunctions = IPollFunctions | IExecuteFunctions;

const DEFAULT_DAYS = 30;

/** What the node is asked to watch. */
export interface PollSettings {
	workspaceId: string;
	/** Relative to `{base_url}`. */
	workspacePath: string;
	/** Event types, such as `post.published`. */
	types: string[];
	/** The accounts whose events are wanted; empty for all. */
	accountIds: string[];
	includesResource: boolean;
	watchPostsForDays: number;
}

/** @throws InputFailure that says what to correct */
export async function readPollSettings(
	functions: PollFunctions,
	connection: Connection,
): Promise<PollSettings> {
	const { watchPostsForDays = DEFAULT_DAYS } = readOptions(functions);
	const days = Number(watchPostsForDays);
	if (!(days >= 1)) {
		throw new InputFailure(
			'Watch Posts For Days must be a number of at least 1',
			'Correct it, or remove the option to watch posts for 30 days.',
		);
	}
	const types = readChosenEventTypes(functions);
	const workspaceId = await chosenWorkspaceId(connection, readWorkspaceId(functions));
	return {
		workspaceId,
		workspacePath: toWorkspacePath(workspaceId),
		types,
		accountIds: readAccountIds(functions),
		includesResource: readIncludeResource(functions),
		watchPostsForDays: days,
	};
}
