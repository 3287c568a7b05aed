import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { readAccountNames } from '../api/accountDirectory';
import { readAccount } from '../api/readings/account';
import { readName } from '../api/readings/record';
import { isTimeZone, timeZones } from '../properties/dateTime';
import { workflowZoneProperty } from '../properties/schedule';
import { clock } from '../shared/clock';
import { firstText } from '../shared/json';
import { path } from '../transport/address';
import { connect, type Connection } from '../transport/connection';
import {
	readChoices,
	readOrRemark,
	readWorkspaceChoices,
	type Choice,
	type ChoicePage,
	type ChoiceQuery,
	type WorkspaceList,
} from './choices';
import {
	describeAccount,
	describeFailedDeliveries,
	describeMedia,
	describePost,
	describeReplayable,
	isSuitable,
	named,
} from './labels';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** @param fixed choices before those of the list, if it can be read */
async function readList(
	functions: ILoadOptionsFunctions,
	list: WorkspaceList,
	query: ChoiceQuery,
	fixed: Choice[] = [],
): Promise<ChoicePage> {
	return await readOrRemark(async () => {
		const connection = forPicker(await connect(functions));
		const page = await readWorkspaceChoices(functions, connection, list, query);
		return { ...page, results: [...fixed, ...page.results] };
	});
}

/** Fills the picker for one kind of record. */
function listSearch(segment: string, prepare: WorkspaceList['prepare']): ListSearch {
	const list = { segments: [segment], prepare };
	return async function search(filter, paginationToken) {
		return await readList(this, list, { filter, paginationToken });
	};
}

/** Fills a dropdown. n8n does so only once, so it reads as many pages as allowed. */
function loadOptions(
	segment: string,
	prepare: WorkspaceList['prepare'],
	fixed?: Choice[],
): LoadOptions {
	const list = { segments: [segment], prepare };
	return async function load() {
		return (await readList(this, list, { readsAllPages: true }, fixed)).results;
	};
}

export const searchWorkspaces: ListSearch = async function (filter, paginationToken) {
	const request = { purpose: 'list the workspaces', path: path('workspaces') };
	return await readOrRemark(async () => {
		const connection = forPicker(await connect(this));
		return await readChoices(connection, request, named(readName), { filter, paginationToken });
	});
};

export const searchMedia = listSearch('media', () => named(describeMedia));
export const searchWebhooks = listSearch('webhooks', () => named(readName));
export const searchAccounts = listSearch('accounts', () => named(describeAccount));

/** The posts that the chosen operation can act on. */
export const searchPosts = listSearch('posts', (functions) => {
	const operation = functions.getCurrentNodeParameter('operation');
	const zone = functions.getTimezone();
	const toChoices = named((post) => describePost(post, zone));
	return (post) => (isSuitable(operation, post) ? toChoices(post) : []);
});

export const searchFailedDeliveries = listSearch(
	'posts',
	async (_functions, connection, workspacePath) => {
		const accounts = await readAccountNames(connection, workspacePath);
		return (post) => describeFailedDeliveries(post, accounts);
	},
);

/** The deliveries of the chosen webhook, except those that arrived. */
export const searchWebhookDeliveries: ListSearch = async function (filter, paginationToken) {
	const value = this.getCurrentNodeParameter('webhookId', { extractValue: true });
	const webhookId = firstText(value)?.trim() ?? '';
	if (webhookId === '') return { results: [] };
	const segments = ['webhooks', webhookId, 'deliveries'];
	const zone = this.getTimezone();
	const prepare = () => (record: IDataObject) => describeReplayable(record, zone);
	return await readList(this, { segments, prepare }, { filter, paginationToken });
};

export const getAccounts = loadOptions('accounts', () => named(describeAccount));
export const getMedia = loadOptions('media', () => named(describeMedia));
export const getBrands = loadOptions('brands', () => named(readName), [
	{ name: 'Without a Brand', value: 'none' },
]);

const getPlatformOfEachAccount = loadOptions(
	'accounts',
	() => (record) =>
		readAccount(record).flatMap(({ platform: name }) => (name ? [{ name, value: name }] : [])),
);

export const getPlatforms: LoadOptions = async function () {
	const choices = await getPlatformOfEachAccount.call(this);
	const byValue = new Map(choices.map((choice) => [choice.value, choice]));
	return [...byValue.values()].map(({ value, name }) => ({
		name: String(value).trim() || name,
		value,
	}));
};

/** The time zones, starting with the one of the workflow. */
export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const zone = firstText(this.getCurrentNodeParameter(workflowZoneProperty.name)) ?? '';
	const name = isTimeZone(zone) ? `Timezone of the Workflow (${zone})` : 'Timezone of the Workflow';
	return [{ name, value: '' }, ...timeZones.map((each) => ({ name: each, value: each }))];
}

/** How long a list in the editor may wait for the rate limit and retries, in all its requests together. */
const MAX_WAIT_MS = 5_000;

/** For a list that a user has opened in the editor. */
export function forPicker(connection: Connection): Connection {
	return { ...connection, deadlineMs: clock.now() + MAX_WAIT_MS };
}
