import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { possibleWorkspaces, toWorkspacePath } from '../api/workspace';
import { asServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import {
	distinct,
	MOST_PAGES,
	readChoices,
	remark,
	type Choice,
	type ChoiceMaker,
	type ChoicePage,
	type ChoiceQuery,
} from './choices';

/** A list of records that each workspace has. */
export interface WorkspaceList {
	/** What the request is for, as in "Could not list the accounts". */
	purpose: string;
	/** The end of its route. */
	segments: string[];
	/** Returns what makes the choices of a workspace; called once for each. */
	prepare: (workspacePath: string) => ChoiceMaker | Promise<ChoiceMaker>;
}

/** Each takes a request at least, and somebody is waiting. */
const MOST_WORKSPACES = MOST_PAGES;

/**
 * The choices of a list in the workspace of the node. As long as none is chosen, or an expression has no data yet, they are
 * those of all workspaces, each with the name of its workspace.
 *
 * n8n-workaround(2.39.10, n8n-editor-ui/src/features/ndv/parameters/components/ParameterInput.vue): if any field of the form has
 * an expression without data, n8n does not load a dropdown again when the workspace is chosen.
 *
 * @throws ServiceFailure if nothing could be read
 */
export async function readWorkspaceChoices(
	functions: ILoadOptionsFunctions,
	connection: Connection,
	{ purpose, segments, prepare }: WorkspaceList,
	query: ChoiceQuery,
): Promise<ChoicePage> {
	const value = functions.getCurrentNodeParameter('workspaceId', { extractValue: true });
	const workspaces = await possibleWorkspaces(connection, isUnresolved(value) ? '' : value);
	const read = async (id: string, ofWorkspace: (choice: Choice) => Choice, asked: ChoiceQuery) => {
		const workspacePath = toWorkspacePath(id);
		const makeChoices = await prepare(workspacePath);
		const request = { purpose, path: `${workspacePath}${path(...segments)}` };
		return await readChoices(
			connection,
			request,
			(record) => makeChoices(record).map(ofWorkspace),
			asked,
		);
	};
	const [only, ...others] = workspaces;
	if (only === undefined) return { results: [] };
	if (others.length === 0) return await read(only.id, (choice) => choice, query);

	const { filter = '' } = query;
	const shown = workspaces.slice(0, MOST_WORKSPACES);
	const mostPages = Math.floor(MOST_PAGES / shown.length);
	const results: Choice[] = [];
	const failures: Error[] = [];
	for (const { id, name = id } of shown) {
		const inWorkspace = (choice: Choice) => ({ ...choice, name: `${choice.name}, ${name}` });
		const asked = { filter, isWhole: true, mostPages };
		const answer = await read(id, inWorkspace, asked).catch(asServiceFailure);
		if (answer instanceof Error) failures.push(answer);
		else results.push(...answer.results);
	}
	const [failure] = failures;
	if (failure !== undefined && failures.length === shown.length) throw failure;
	if (failure !== undefined) results.push(remark(asSentence(failure.message)));
	if (shown.length < workspaces.length) {
		results.push(remark('There are more. Choose a workspace to see what is in it.'));
	}
	return { results: distinct(results) };
}

/** An expression that the editor could not resolve is sent as it was written. */
function isUnresolved(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
