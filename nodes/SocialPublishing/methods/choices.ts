import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { possibleWorkspaces, toWorkspacePath } from '../api/workspace';
import { asServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchPage, LARGEST_PAGE, type ListRequest } from '../transport/paginate';

/** An entry of a list. */
export interface Choice {
	name: string;
	value: string;
}

/** A part of a list, and what asks for the next one, if there is one. */
export interface ChoicePage {
	results: Choice[];
	paginationToken?: string;
}

/** What a record becomes in a list. */
export type ChoiceMaker = (record: IDataObject) => Choice[];

/** What the editor asks for. */
export interface ChoiceQuery {
	/** Only choices whose name or value contains this, in upper or lower case. Undefined or empty: all. */
	filter?: string;
	/** Of the previous answer; undefined for the beginning of the list. */
	paginationToken?: string;
	/** Read everything at once, because the list cannot load more. */
	isWhole?: boolean;
	/** How many pages are read at most. */
	mostPages?: number;
}

/** Pages that are read before the list shows what it has: 1,000 records. */
export const MOST_PAGES = 10;
/** n8n loads the next page when the user scrolls to the end, so a list must be long enough to be scrolled. */
const ENOUGH_TO_SCROLL = 20;
/** Not empty, or n8n would take the entry for the one chosen; a field with it counts as empty. */
const NOTHING = ' ';

/**
 * Reads the choices of a list. With a search text, n8n loads no further pages, so all that may be read are read at once.
 * If there are more records than that, the last choice says so.
 *
 * @throws ServiceFailure if nothing could be read
 */
export async function readChoices(
	connection: Connection,
	request: Omit<ListRequest, 'limit'>,
	makeChoices: ChoiceMaker,
	{
		filter = '',
		paginationToken,
		isWhole = filter.trim() !== '',
		mostPages = MOST_PAGES,
	}: ChoiceQuery,
): Promise<ChoicePage> {
	const results: Choice[] = [];
	let cursor = paginationToken;
	let count = 0;
	for (let page = 0; page < mostPages; page++) {
		const fetched = await fetchPage(connection, request, LARGEST_PAGE, cursor).catch(
			(error: unknown) => {
				if (results.length === 0) throw error;
				return asServiceFailure(error);
			},
		);
		if (fetched instanceof Error) {
			const reason = ` ${asSentence(fetched.message)}`;
			return { results: [...distinct(results), moreThan(count, reason)] };
		}
		count += fetched.records.length;
		results.push(...matching(fetched.records.flatMap(makeChoices), filter));
		cursor = fetched.nextCursor;
		if (cursor === undefined) return { results: distinct(results) };
		if (!isWhole && results.length >= ENOUGH_TO_SCROLL) {
			return { results: distinct(results), paginationToken: cursor };
		}
	}
	return { results: [...distinct(results), moreThan(count, ' To use another, enter its ID.')] };
}

function matching(choices: Choice[], filter: string): Choice[] {
	const wanted = filter.trim().toLowerCase();
	return choices.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}

/** Choices that look the same are told apart by their IDs. */
export function distinct(choices: Choice[]): Choice[] {
	const counts = new Map<string, number>();
	for (const { name } of choices) counts.set(name, (counts.get(name) ?? 0) + 1);
	return choices.map(({ name, value }) => ({
		name: counts.get(name) === 1 ? name : `${name} [${value}]`,
		value,
	}));
}

function moreThan(count: number, advice: string): Choice {
	const searched = count.toLocaleString('en-US');
	return remark(`There are more. Only the first ${searched} were searched.${advice}`);
}

/** An entry that says something about the list. */
export function remark(name: string): Choice {
	return { name, value: NOTHING };
}

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
