import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../api/accountDirectory';
import { readAccount, readNeedsReconnecting } from '../api/readings/account';
import { readName } from '../api/readings/record';
import { firstText } from '../shared/json';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { readChoices, type ChoiceMaker } from './choices';
import { describePost, isSuitable, shorten } from './describePost';
import { describeFailedDeliveries } from './failedDeliveries';
import { connectPicker } from './pickerConnection';
import { describeReplayable } from './replayableDeliveries';
import { readWorkspaceChoices } from './workspaceChoices';

const LONGEST_NAME = 80;

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** What a picker makes of the records of a workspace. */
type Preparation = (
	functions: ILoadOptionsFunctions,
	connection: Connection,
	workspacePath: string,
) => ChoiceMaker | Promise<ChoiceMaker>;

/**
 * Fills the picker of one kind of record. Errors reach the user instead of an empty list.
 *
 * @param segments the end of its route; undefined for a list that stays empty until another field is filled in
 */
function listSearch(
	purpose: string,
	segments: string[] | ((functions: ILoadOptionsFunctions) => string[] | undefined),
	prepare: Preparation = () => named(readName),
): ListSearch {
	return async function search(filter, paginationToken) {
		const route = typeof segments === 'function' ? segments(this) : segments;
		if (route === undefined) return { results: [] };
		const connection = await connectPicker(this);
		const list = {
			purpose,
			segments: route,
			prepare: async (workspacePath: string) => await prepare(this, connection, workspacePath),
		};
		return await readWorkspaceChoices(this, connection, list, { filter, paginationToken });
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

export function describeAccount(record: IDataObject): string {
	const label = readAccount(record).map(accountLabel).join('');
	return readNeedsReconnecting(record) === true ? `${label} (reconnect needed)` : label;
}

/** The file's name, and what the picture shows. */
export function describeMedia(record: IDataObject): string {
	const altText = firstText(record.alt)?.trim() ?? '';
	return [readName(record), altText].filter((part) => part !== '').join(' — ');
}

export const searchWorkspaces: ListSearch = async function (filter, paginationToken) {
	const request = { purpose: 'list the workspaces', path: path('workspaces') };
	const connection = await connectPicker(this);
	return await readChoices(connection, request, named(readName), { filter, paginationToken });
};

export const searchMedia = listSearch('list the media', ['media'], () => named(describeMedia));
export const searchWebhooks = listSearch('list the webhooks', ['webhooks']);
export const searchAccounts = listSearch('list the accounts', ['accounts'], () =>
	named(describeAccount),
);

/** The posts that the chosen operation can act on. */
export const searchPosts = listSearch('list the posts', ['posts'], (functions) => {
	const operation = functions.getCurrentNodeParameter('operation');
	const zone = functions.getTimezone();
	const toChoices = named((post) => describePost(post, zone));
	return (post) => (isSuitable(operation, post) ? toChoices(post) : []);
});

export const searchFailedDeliveries = listSearch(
	'list the failed deliveries',
	['posts'],
	async (_functions, connection, workspacePath) => {
		const accounts = await readAccountNames(connection, workspacePath);
		return (post) =>
			describeFailedDeliveries(post, accounts).map(({ name, value }) => ({
				name: shorten(name, LONGEST_NAME),
				value,
			}));
	},
);

/** The deliveries of the chosen webhook that did not arrive. */
export const searchWebhookDeliveries = listSearch(
	'list the deliveries',
	(functions) => {
		const value = functions.getCurrentNodeParameter('webhookId', { extractValue: true });
		const webhookId = firstText(value)?.trim() ?? '';
		return webhookId === '' ? undefined : ['webhooks', webhookId, 'deliveries'];
	},
	(functions) => (record) => describeReplayable(record, functions.getTimezone()),
);
