import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { readName } from '../api/records';
import { toWorkspacePath } from '../api/workspacePath';
import { firstText } from '../shared/json';
import { path } from '../transport/address';
import { fetchPage, LARGEST_PAGE } from '../transport/paginate';
import { connectPicker } from './pickerConnection';

/** Pages that one search may read before it shows what it has found so far. */
const PAGES_A_SEARCH = 5;
const LONGEST_NAME = 60;

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Fills the picker of one kind of record. It stays empty until a workspace is chosen, which a hint in the form asks for;
 * errors reach the user instead of an empty list.
 */
function listSearch(purpose: string, segment: string, describe = readName): ListSearch {
	return async function search(filter, paginationToken) {
		const workspace = segment === 'workspaces' ? '' : chosenWorkspace(this);
		if (workspace === undefined) return { results: [] };
		const connection = await connectPicker(this);
		const listPath = `${workspace}${path(segment)}`;
		const results: INodeListSearchItems[] = [];
		let cursor = paginationToken;
		for (let page = 0; page < PAGES_A_SEARCH; page++) {
			const request = { purpose, path: listPath };
			const { records, nextCursor } = await fetchPage(connection, request, LARGEST_PAGE, cursor);
			for (const result of toResults(records, describe, filter)) results.push(result);
			cursor = nextCursor;
			if (cursor === undefined || results.length > 0) break;
		}
		return { results, paginationToken: cursor };
	};
}

function toResults(
	records: IDataObject[],
	describe: (record: IDataObject) => string,
	filter = '',
): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return toChoices(records, describe).filter(({ name, value }) =>
		`${name} ${value}`.toLowerCase().includes(wanted),
	);
}

/** A record without an ID cannot be chosen. */
export function toChoices(
	records: IDataObject[],
	describe: (record: IDataObject) => string,
): Array<{ name: string; value: string }> {
	return records.flatMap((record) => {
		const value = firstText(record.id);
		return value === undefined ? [] : [{ name: shorten(describe(record)) || value, value }];
	});
}

function shorten(name: string): string {
	const line = name.replace(/\s+/g, ' ').trim();
	return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
}

/** The path of the workspace chosen in the node; undefined until one is chosen. */
export function chosenWorkspace(functions: ILoadOptionsFunctions): string | undefined {
	const id = firstText(functions.getCurrentNodeParameter('workspaceId', { extractValue: true }));
	return id === undefined ? undefined : toWorkspacePath(id);
}

export function describeAccount(account: IDataObject): string {
	const platform = typeof account.platform === 'string' ? ` (${account.platform})` : '';
	return `${readName(account)}${platform}`;
}

function describePost(post: IDataObject): string {
	const status = typeof post.status === 'string' ? `${post.status}: ` : '';
	return `${status}${readName(post)}`;
}

export const searchWorkspaces = listSearch('list the workspaces', 'workspaces');
export const searchPosts = listSearch('list the posts', 'posts', describePost);
export const searchMedia = listSearch('list the media', 'media');
export const searchWebhooks = listSearch('list the webhooks', 'webhooks');
export const searchAccounts = listSearch('list the accounts', 'accounts', describeAccount);
