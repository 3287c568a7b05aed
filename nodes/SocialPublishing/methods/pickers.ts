import type {
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
import { readOrRemark, type Choice } from './choice';
import { readChoices, readWorkspaceChoices, type ChoiceMaker } from './choices';
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

/** Prepares the choices of a picker in a workspace. */
type Preparation = (
	functions: ILoadOptionsFunctions,
	connection: Connection,
	workspacePath: string,
) => ChoiceMaker | Promise<ChoiceMaker>;

/**
 * Fills the picker for one kind of record.
 *
 * @param segments the end of the route; undefined for a list that stays empty until another field is filled in
 */
function listSearch(
	purpose: string,
	segments: string[] | ((functions: ILoadOptionsFunctions) => string[] | undefined),
	prepare: Preparation = () => named(readName),
): ListSearch {
	return async function search(filter, paginationToken) {
		const route = typeof segments === 'function' ? segments(this) : segments;
		if (route === undefined) return { results: [] };
		return await readOrRemark(async () => {
			const connection = await connectPicker(this);
			const list = {
				purpose,
				segments: route,
				prepare: async (workspacePath: string) => await prepare(this, connection, workspacePath),
			};
			return await readWorkspaceChoices(this, connection, list, { filter, paginationToken });
		});
	};
}

export const searchWorkspaces: ListSearch = async function (filter, paginationToken) {
	const request = { purpose: 'list the workspaces', path: path('workspaces') };
	return await readOrRemark(async () => {
		const connection = await connectPicker(this);
		return await readChoices(connection, request, named(readName), { filter, paginationToken });
	});
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
		return (post) => describeFailedDeliveries(post, accounts);
	},
);

/** The deliveries of the chosen webhook, except those that arrived. */
export const searchWebhookDeliveries = listSearch(
	'list the deliveries',
	(functions) => {
		const value = functions.getCurrentNodeParameter('webhookId', { extractValue: true });
		const webhookId = firstText(value)?.trim() ?? '';
		return webhookId === '' ? undefined : ['webhooks', webhookId, 'deliveries'];
	},
	(functions) => (record) => describeReplayable(record, functions.getTimezone()),
);

export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'accounts', () => named(describeAccount));
}

/** The brands, and an option for posts without a brand. */
export async function getBrands(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'brands', () => named(readName), [
		{ name: 'Without a Brand', value: 'none' },
	]);
}

export async function getMedia(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'media', () => named(describeMedia));
}

export async function getPlatforms(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const choices = await loadChoices(
		this,
		'accounts',
		() => (record) =>
			readAccount(record).flatMap(({ platform: name }) => (name ? [{ name, value: name }] : [])),
	);
	const byValue = new Map(choices.map((choice) => [choice.value, choice]));
	return [...byValue.values()].map(({ name, value }) => ({ name: value.trim() || name, value }));
}

/**
 * A dropdown is filled only once, so it reads as many pages as allowed.
 *
 * @param fixed choices before those of the list, if it can be read
 */
async function loadChoices(
	functions: ILoadOptionsFunctions,
	segment: string,
	prepare: () => ChoiceMaker,
	fixed: Choice[] = [],
): Promise<Choice[]> {
	const { results } = await readOrRemark(async () => {
		const connection = await connectPicker(functions);
		const list = { purpose: `list the ${segment}`, segments: [segment], prepare };
		const read = await readWorkspaceChoices(functions, connection, list, { readsAllPages: true });
		return { results: [...fixed, ...read.results] };
	});
	return results;
}

/** The time zones, starting with the one of the workflow. */
export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const zone = firstText(this.getCurrentNodeParameter(workflowZoneProperty.name)) ?? '';
	const name = isTimeZone(zone) ? `Timezone of the Workflow (${zone})` : 'Timezone of the Workflow';
	return [{ name, value: '' }, ...timeZones.map((each) => ({ name: each, value: each }))];
}

/** How long a list in the editor may wait for the rate limit and retries, in all its requests together. */
const MAX_WAIT_MS = 5_000;

/** Connects to the service for a list that a user has opened in the editor. */
async function connectPicker(functions: ILoadOptionsFunctions): Promise<Connection> {
	return forPicker(await connect(functions));
}

export function forPicker(connection: Connection): Connection {
	return { ...connection, deadlineMs: clock.now() + MAX_WAIT_MS };
}
