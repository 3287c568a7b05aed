import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../api/accountDirectory';
import { readAccount, readNeedsReconnecting } from '../api/readings/account';
import { readName } from '../api/readings/record';
import { toWorkspacePath } from '../api/workspacePath';
import { firstText } from '../shared/json';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchPage, LARGEST_PAGE } from '../transport/paginate';
import { describePost, isSuitable, shorten } from './describePost';
import { describeFailedDeliveries } from './failedDeliveries';
import { connectPicker } from './pickerConnection';

/** Pages that one search may read before it shows what it has found so far. */
const PAGES_A_SEARCH = 5;
const LONGEST_NAME = 80;

/** An entry of a list. */
export interface Choice {
	name: string;
	value: string;
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** What a record becomes in a list. */
type ChoiceMaker = (record: IDataObject) => Choice[];

/**
 * Fills the picker of one kind of record. It stays empty until a workspace is chosen, which a hint in the form asks for;
 * errors reach the user instead of an empty list.
 *
 * @param prepare returns what makes the choices; called once for a search
 */
function listSearch(
	purpose: string,
	segment: string,
	prepare: (
		functions: ILoadOptionsFunctions,
		connection: Connection,
		workspace: string,
	) => ChoiceMaker | Promise<ChoiceMaker> = () => named(readName),
): ListSearch {
	return async function search(filter, paginationToken) {
		const workspace = segment === 'workspaces' ? '' : chosenWorkspace(this);
		if (workspace === undefined) return { results: [] };
		const connection = await connectPicker(this);
		const makeChoices = await prepare(this, connection, workspace);
		const listPath = `${workspace}${path(segment)}`;
		const results: Choice[] = [];
		let cursor = paginationToken;
		for (let page = 0; page < PAGES_A_SEARCH; page++) {
			const request = { purpose, path: listPath };
			const { records, nextCursor } = await fetchPage(connection, request, LARGEST_PAGE, cursor);
			for (const result of matching(records.flatMap(makeChoices), filter)) results.push(result);
			cursor = nextCursor;
			if (cursor === undefined || results.length > 0) break;
		}
		return { results: distinct(results), paginationToken: cursor };
	};
}

function matching(choices: Choice[], filter = ''): Choice[] {
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

/** A record without an ID cannot be chosen. */
export function named(describe: (record: IDataObject) => string): ChoiceMaker {
	return (record) => {
		const value = firstText(record.id);
		if (value === undefined) return [];
		return [{ name: shorten(describe(record), LONGEST_NAME) || value, value }];
	};
}

/** The path of the workspace chosen in the node; undefined until one is chosen. */
export function chosenWorkspace(functions: ILoadOptionsFunctions): string | undefined {
	const id = firstText(functions.getCurrentNodeParameter('workspaceId', { extractValue: true }));
	return id === undefined ? undefined : toWorkspacePath(id);
}

export function describeAccount(record: IDataObject): string {
	const label = readAccount(record).map(accountLabel).join('');
	return readNeedsReconnecting(record) === true ? `${label} (reconnect needed)` : label;
}

export const searchWorkspaces = listSearch('list the workspaces', 'workspaces');
export const searchMedia = listSearch('list the media', 'media');
export const searchWebhooks = listSearch('list the webhooks', 'webhooks');
export const searchAccounts = listSearch('list the accounts', 'accounts', () =>
	named(describeAccount),
);

/** The posts that the chosen operation can act on. */
export const searchPosts = listSearch('list the posts', 'posts', (functions) => {
	const operation = functions.getCurrentNodeParameter('operation');
	const zone = functions.getTimezone();
	const toChoices = named((post) => describePost(post, zone));
	return (post) => (isSuitable(operation, post) ? toChoices(post) : []);
});

export const searchFailedDeliveries = listSearch(
	'list the failed deliveries',
	'posts',
	async (_functions, connection, workspace) => {
		const accounts = await readAccountNames(connection, workspace);
		return (post) =>
			describeFailedDeliveries(post, accounts).map(({ name, value }) => ({
				name: shorten(name, LONGEST_NAME),
				value,
			}));
	},
);
