import { jsonParse, type INodeProperties } from 'n8n-workflow';

import { resolveAccounts, type AccountReference } from '../api/accountReferences';
import { chosenWorkspaceId, toWorkspacePath } from '../api/workspace';
import { isRecord } from '../shared/json';
import { path } from '../transport/address';
import type { Item } from './item';
import { readId, readIds, readOptionalId, readParameter } from './parameters';

interface LocatorWords {
	displayName: string;
	description: string;
	/** The placeholder in the field for an ID. */
	placeholder: string;
	/** What the list shows of a field that may stay empty; undefined for a required one. */
	listPlaceholder?: string;
}

function locator(
	name: string,
	listSearchMethod: string,
	{ displayName, description, placeholder, listPlaceholder }: LocatorWords,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: listPlaceholder === undefined,
		description,
		builderHint: {
			propertyHint:
				'Never make up an ID: leave this empty for the user, or use one from an earlier step.',
			placeholderSupported: true,
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				...(listPlaceholder !== undefined && { placeholder: listPlaceholder }),
				typeOptions: { searchListMethod: listSearchMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}

export const workspaceLocator = locator('workspaceId', 'searchWorkspaces', {
	displayName: 'Workspace',
	description:
		'The workspace to work in. Leave it empty if you have only one, or if all chosen accounts are in one.',
	placeholder: 'e.g. ws_4f9a',
	listPlaceholder: 'Only needed if you have several',
});

export const postLocator = locator('postId', 'searchPosts', {
	displayName: 'Post',
	description: 'The post to work on',
	placeholder: 'e.g. post_81c2',
});

/** For an operation that finds the post of an item itself. */
export const optionalPostLocator = locator('postId', 'searchPosts', {
	displayName: 'Post',
	description:
		"The item's post, if its ID is known, usually because an earlier run saved it. If empty, the node finds the post by 'Recognize Items By'.",
	placeholder: 'e.g. {{ $json.post_id }}',
	listPlaceholder: 'Can be left empty',
});

export const failedDeliveryLocator = locator('destinationId', 'searchFailedDeliveries', {
	displayName: 'Failed Delivery',
	description: 'The delivery to retry. Its ID is the destination_id in the output of the post.',
	placeholder: 'e.g. dst_5b21',
});

export const mediaLocator = locator('mediaId', 'searchMedia', {
	displayName: 'Media',
	description: 'The picture or video to work on',
	placeholder: 'e.g. media_30b7',
});

export const webhookLocator = locator('webhookId', 'searchWebhooks', {
	displayName: 'Webhook',
	description: 'The webhook to work on',
	placeholder: 'e.g. wh_62d5',
});

export const webhookDeliveryLocator = locator('deliveryId', 'searchWebhookDeliveries', {
	displayName: 'Delivery',
	description: 'The delivery to replay',
	placeholder: 'e.g. {{ $json.delivery_id }}',
});

export const accountLocator = locator('accountId', 'searchAccounts', {
	displayName: 'Account',
	description: 'The connected social account',
	placeholder: 'e.g. acc_17e0',
});

/**
 * Makes an item without a chosen workspace use the credential's only one, or that of the chosen accounts.
 *
 * @throws InputFailure if the workspace is not certain
 */
export async function useChosenWorkspace(
	item: Item,
	readAccounts: (item: Item) => AccountReference[] = () => [],
): Promise<void> {
	if (readOptionalId(item, 'workspaceId', 'Workspace') !== '') return;
	const { connection } = item;
	item.impliedWorkspaceId = await chosenWorkspaceId(connection, '', () => readAccounts(item));
}

/** The path of the chosen workspace, to which the segments of a route are added. */
export function workspacePath(item: Item, ...segments: string[]): string {
	const id = item.impliedWorkspaceId ?? readId(item, 'workspaceId', 'Workspace');
	return `${toWorkspacePath(id)}${path(...segments)}`;
}

export function readPostPath(item: Item): string {
	return workspacePath(item, 'posts', readId(item, 'postId', 'Post'));
}

export function readMediaPath(item: Item): string {
	return workspacePath(item, 'media', readId(item, 'mediaId', 'Media'));
}

export function readWebhookPath(item: Item): string {
	return workspacePath(item, 'webhooks', readId(item, 'webhookId', 'Webhook'));
}

export function readAccountReference(item: Item): [AccountReference] {
	const text = readId(item, 'accountId', 'Account');
	return [{ text, parts: [text] }];
}

/**
 * The accounts in a field for several, as entered: a list, a JSON list, or names and IDs separated by commas. The name of an
 * account may contain commas, so a text is split only if it is not itself a name.
 *
 * @throws InputFailure if an entry is neither text nor a number
 */
export function readAccountReferences(value: unknown): AccountReference[] {
	if (typeof value === 'string') {
		const text = value.trim();
		const parts = splitAccounts(text);
		// An empty JSON list, or only commas.
		return parts.length === 0 ? [] : [{ text, parts }];
	}
	return readIds(value, 'Accounts').map((text) => ({ text, parts: [text] }));
}

function splitAccounts(text: string): string[] {
	const isJson = /^\[\s*"/.test(text);
	const list = isJson ? text : jsonParse<unknown>(text, { fallbackValue: null });
	return readIds(isJson || Array.isArray(list) ? list : text.split(','), 'Accounts');
}

/**
 * The ID of the chosen account, which may be given by name.
 *
 * @throws InputFailure if the name refers to no account or to several
 */
export async function readChosenAccountId(item: Item): Promise<string> {
	const [reference] = readAccountReference(item);
	const chosen = readParameter(item, 'accountId', '');
	if (isRecord(chosen) && chosen.mode === 'list') return reference.text;
	const ids = await resolveAccounts(item.connection, workspacePath(item), [reference]);
	return ids.flat()[0] ?? reference.text;
}

export async function readAccountPath(item: Item): Promise<string> {
	return workspacePath(item, 'accounts', await readChosenAccountId(item));
}
