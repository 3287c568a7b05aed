import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { useChosenWorkspace, workspaceLocator } from '../properties/locators';
import { getAll as getAccounts } from './account/getAll.operation';
import { callAssistantTool } from './assistantTool/call.operation';
import { getAll as getAssistantTools } from './assistantTool/getAll.operation';
import { getAll as getBrands } from './brand/getAll.operation';
import { get as getIdentity } from './identity/get.operation';
import { deleteOperation as deleteMedia } from './media/delete.operation';
import { downloadMedia } from './media/download.operation';
import { get as getMedia } from './media/get.operation';
import { getAll as getAllMedia } from './media/getAll.operation';
import { update as updateMedia } from './media/update.operation';
import { uploadMedia } from './media/upload.operation';
import { surrounded, type Operation, type Resource } from './operation';
import { cancel } from './post/cancel.operation';
import { create } from './post/create.operation';
import { deletePost } from './post/delete.operation';
import { duplicate } from './post/duplicate.operation';
import { get } from './post/get.operation';
import { getAll } from './post/getAll.operation';
import { getCalendar } from './post/getCalendar.operation';
import { presentChosenPost, presentPosts } from './post/presentPost';
import { preview } from './post/preview.operation';
import { publish } from './post/publish.operation';
import { reschedule } from './post/reschedule.operation';
import { retryDelivery } from './post/retryDelivery.operation';
import { retryFailed } from './post/retryFailed.operation';
import { scheduleOperation } from './post/schedule.operation';
import { update } from './post/update.operation';
import { upsert } from './post/upsert.operation';
import { validate } from './post/validate.operation';
import { waitForOutcomeOperation } from './post/waitForOutcome.operation';
import { getAccount } from './statistics/getAccount.operation';
import { getPost } from './statistics/getPost.operation';
import { getWorkspace } from './statistics/getWorkspace.operation';
import { refreshAccount } from './statistics/refreshAccount.operation';
import { create as createWebhook } from './webhook/create.operation';
import { deleteOperation as deleteWebhook } from './webhook/delete.operation';
import { getAll as getWebhooks } from './webhook/getAll.operation';
import { getDeliveries } from './webhook/getDeliveries.operation';
import { replayDelivery } from './webhook/replayDelivery.operation';
import { update as updateWebhook } from './webhook/update.operation';
import { getAll as getWorkspaces } from './workspace/getAll.operation';
import { getCapabilities } from './workspace/getCapabilities.operation';

/** Everything the node can do, in the order in which the editor offers it: the most used first. */
export const resources: Resource[] = [
	resource('Post', 'post', [
		presentPosts(create),
		presentChosenPost(publish),
		presentChosenPost(scheduleOperation),
		presentPosts(upsert),
		presentChosenPost(get),
		presentPosts(getAll),
		getCalendar,
		presentChosenPost(update),
		preview,
		validate,
		presentChosenPost(waitForOutcomeOperation),
		presentChosenPost(retryFailed),
		presentPosts(retryDelivery),
		presentChosenPost(reschedule),
		presentChosenPost(cancel),
		presentPosts(duplicate),
		deletePost,
	]),
	resource('Media', 'media', [
		uploadMedia,
		getMedia,
		getAllMedia,
		downloadMedia,
		updateMedia,
		deleteMedia,
	]),
	resource('Statistic', 'statistics', [getAccount, getPost, getWorkspace, refreshAccount]),
	resource('Account', 'account', [getAccounts]),
	resource('Brand', 'brand', [getBrands]),
	resource('Workspace', 'workspace', [getWorkspaces, getCapabilities]),
	resource('Webhook', 'webhook', [
		createWebhook,
		getWebhooks,
		getDeliveries,
		replayDelivery,
		updateWebhook,
		deleteWebhook,
	]),
	resource('Current User', 'identity', [getIdentity]),
	resource('Assistant Tool', 'assistantTool', [callAssistantTool, getAssistantTools]),
];

function resource(name: string, value: string, operations: Operation[]): Resource {
	return { option: { name, value }, operations: operations.map(inWorkspace) };
}

/** An operation on the contents of a workspace first finds out which workspace that is. */
function inWorkspace(operation: Operation): Operation {
	if (!operation.properties.includes(workspaceLocator)) return operation;
	return surrounded(operation, async (item) => {
		await useChosenWorkspace(item, operation.readAccounts);
		return (outcome) => outcome;
	});
}

/**
 * The Resource dropdown, one Operation dropdown per resource, and the fields of all operations. The editor offers
 * resources, operations and actions in this order, so the most used come first.
 */
export function describeResources(): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => option),
			default: 'post',
		},
		...resources.flatMap(describeOperations),
	];
}

function describeOperations({ option, operations }: Resource): INodeProperties[] {
	const first = operations[0]?.option.value ?? '';
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [option.value] } },
			options: operations.map((operation) => operation.option),
			default: first,
		},
		...operations.flatMap((operation) =>
			updateDisplayOptions(
				{ show: { resource: [option.value], operation: [operation.option.value] } },
				operation.properties,
			),
		),
	];
}

/** @throws Error if a saved workflow uses a resource or operation that this version does not have */
export function findOperation(resourceName: string, name: string): Operation {
	const found = resources
		.find(({ option }) => option.value === resourceName)
		?.operations.find(({ option }) => option.value === name);
	if (found === undefined) throw new Error(`Unknown operation: ${resourceName} → ${name}`);
	return found;
}
