import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../api/accountDirectory';
import { readAccount, readNeedsReconnecting } from '../api/readings/account';
import { readName } from '../api/readings/record';
import { chosenWorkspaceId } from '../api/chosenWorkspace';
import { toWorkspacePath } from '../api/workspacePath';
import { InputFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { readChoices, type ChoiceMaker } from './choices';
import { describePost, isSuitable, shorten } from './describePost';
import { describeFailedDeliveries } from './failedDeliveries';
import { connectPicker } from './pickerConnection';

const LONGEST_NAME = 80;

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

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
		const connection = await connectPicker(this);
		const workspace = segment === 'workspaces' ? '' : await chosenWorkspace(this, connection);
		if (workspace === undefined) return { results: [] };
		const makeChoices = await prepare(this, connection, workspace);
		const request = { purpose, path: `${workspace}${path(segment)}` };
		return await readChoices(connection, request, makeChoices, { filter, paginationToken });
	};
}

/** A record without an ID cannot be chosen. */
export function named(describe: (record: IDataObject) => string): ChoiceMaker {
	return (record) => {
		const value = firstText(record.id);
		if (value === undefined) return [];
		return [{ name: shorten(describe(record), LONGEST_NAME) || value, value }];
	};
}

/** The path of the workspace chosen in the node, or of the only one; undefined until one is chosen. */
export async function chosenWorkspace(
	functions: ILoadOptionsFunctions,
	connection: Connection,
): Promise<string | undefined> {
	const value = functions.getCurrentNodeParameter('workspaceId', { extractValue: true });
	const id = await chosenWorkspaceId(connection, value).catch((error: unknown) => {
		if (error instanceof InputFailure) return undefined;
		throw error;
	});
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
