import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { possibleWorkspaces, toWorkspacePath } from '../api/workspace';
import { describeFailure, ServiceFailure } from '../shared/failure';
import { groupBy } from '../shared/maps';
import { asSentence } from '../shared/text/sentences';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchPage, MAX_PAGE_SIZE, withoutDoubles, type ListRequest } from '../transport/paginate';

/** An entry of a list. */
export interface Choice {
	name: string;
	value: string;
}

/** A page of a list, and the token of the next page, if any. */
export interface ChoicePage {
	results: Choice[];
	paginationToken?: string;
}

/** Not empty, because n8n would show an entry with an empty value as chosen. A field with this value counts as empty. */
const NO_VALUE = ' ';

/** An entry that is a message about the list. */
function remark(name: string): Choice {
	return { name, value: NO_VALUE };
}

function isRemark({ value }: Choice): boolean {
	return value === NO_VALUE;
}

/** The last entry of a list that was not read to its end. */
function moreThan(count: number): Choice {
	const searched = count.toLocaleString('en-US');
	return remark(
		`There are more. Only the first ${searched} were searched. To use another, enter its ID.`,
	);
}

/**
 * If a list cannot be read, its only entry gives the reason: the editor shows no reason for an error, and does not load the
 * list again.
 */
export async function readOrRemark(read: () => Promise<ChoicePage>): Promise<ChoicePage> {
	return await read().catch((error: unknown) => ({ results: [remark(explainInList(error))] }));
}

/** What is wrong, and what to do. */
export function explainInList(error: unknown): string {
	const reason =
		error instanceof ServiceFailure
			? `${asSentence(error.message)} ${error.advice}`
			: describeFailure(error);
	return `${asSentence(reason)} Then choose Refresh List in the menu of the field, or open the step again.`;
}

/** Turns a record into entries of a list. */
export type ChoiceMaker = (record: IDataObject) => Choice[];

/** The editor's request for a page. */
export interface ChoiceQuery {
	/** Only choices whose name or value contains this text, regardless of case. Undefined or empty: all choices. */
	filter?: string;
	/** From the previous page; undefined for the first page. */
	paginationToken?: string;
	/** Whether to read all pages at once, because the list cannot load more later. */
	readsAllPages?: boolean;
	/** The maximum number of pages to read. */
	maxPages?: number;
}

/** The maximum number of pages that a list reads: 1,000 records. */
const MAX_PAGES = 10;
/** n8n loads the next page when the user scrolls to the end, so a list must be long enough to scroll. */
const ENOUGH_TO_SCROLL = 20;

/**
 * Reads the choices of a list. With a search text, n8n loads no more pages, so all pages up to the maximum are read at once.
 * If there are more records, the last choice is a remark.
 *
 * @throws ServiceFailure if a page cannot be read
 */
export async function readChoices(
	connection: Connection,
	request: Omit<ListRequest, 'limit'>,
	makeChoices: ChoiceMaker,
	{
		filter = '',
		paginationToken,
		readsAllPages = filter.trim() !== '',
		maxPages = MAX_PAGES,
	}: ChoiceQuery,
): Promise<ChoicePage> {
	const results: Choice[] = [];
	let cursor = paginationToken;
	let count = 0;
	const isNew = withoutDoubles();
	for (let page = 0; page < maxPages; page++) {
		const fetched = await fetchPage(connection, request, MAX_PAGE_SIZE, cursor);
		const records = fetched.records.filter(isNew);
		count += records.length;
		results.push(...matching(records.flatMap(makeChoices), filter));
		cursor = fetched.nextCursor;
		if (cursor === undefined) return { results: distinct(results) };
		if (!readsAllPages && results.length >= ENOUGH_TO_SCROLL) {
			return { results: distinct(results), paginationToken: cursor };
		}
	}
	return { results: [...distinct(results), moreThan(count)] };
}

function matching(choices: Choice[], filter: string): Choice[] {
	const wanted = filter.trim().toLowerCase();
	return choices.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}

/** Removes repeated choices, and adds the ID to different choices with the same name. */
function distinct(choices: Choice[]): Choice[] {
	const byContent = new Map(choices.map((choice) => [JSON.stringify(choice), choice]));
	const different = [...byContent.values()];
	const byName = groupBy(different, ({ name }) => name);
	return different.map(({ name, value }) => ({
		name: byName.get(name)?.length === 1 ? name : `${name} [${value}]`,
		value,
	}));
}

/** A list of records of a workspace. */
export interface WorkspaceList {
	/** The end of its route. The last segment names the records. */
	segments: string[];
	/** Called once for each workspace. */
	prepare: (
		functions: ILoadOptionsFunctions,
		connection: Connection,
		workspacePath: string,
	) => ChoiceMaker | Promise<ChoiceMaker>;
}

/**
 * Reads the choices of a list in the workspace of the node. If no workspace is chosen, or its expression has no data yet, reads
 * all workspaces and adds the name of the workspace to each choice.
 *
 * n8n-workaround(2.39.10, n8n-editor-ui/src/features/ndv/parameters/components/ParameterInput.vue): if any field of the form has
 * an expression without data, n8n does not load a dropdown again when the workspace is chosen.
 *
 * @throws ServiceFailure if a workspace cannot be read
 */
export async function readWorkspaceChoices(
	functions: ILoadOptionsFunctions,
	connection: Connection,
	{ segments, prepare }: WorkspaceList,
	query: ChoiceQuery,
): Promise<ChoicePage> {
	const value = functions.getCurrentNodeParameter('workspaceId', { extractValue: true });
	const workspaces = await possibleWorkspaces(connection, isUnresolved(value) ? '' : value);
	const isOnly = workspaces.length === 1;
	// Each takes at least one request, for which the user waits.
	const shown = workspaces.slice(0, MAX_PAGES);
	const maxPages = Math.floor(MAX_PAGES / shown.length);
	const pageQuery = isOnly ? query : { filter: query.filter, readsAllPages: true, maxPages };
	const purpose = `list the ${segments.at(-1)}`;
	const pages: ChoicePage[] = [];
	for (const { id, name = id } of shown) {
		const workspacePath = toWorkspacePath(id);
		const makeChoices = await prepare(functions, connection, workspacePath);
		const inWorkspace = (choice: Choice) =>
			isOnly ? choice : { ...choice, name: `${choice.name}, ${name}` };
		const request = { purpose, path: `${workspacePath}${path(...segments)}` };
		const makeNamed = (record: IDataObject) => makeChoices(record).map(inWorkspace);
		pages.push(await readChoices(connection, request, makeNamed, pageQuery));
	}
	const results = distinct(pages.flatMap((page) => page.results)).sort(
		(one, other) => Number(isRemark(one)) - Number(isRemark(other)),
	);
	if (shown.length < workspaces.length) {
		results.push(remark('There are more workspaces. Choose one to see its entries.'));
	}
	// Only the list of a single workspace has further pages.
	return { ...pages[0], results };
}

/** If the editor cannot resolve an expression, it sends the expression itself. */
function isUnresolved(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
