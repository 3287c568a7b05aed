import type { IDataObject } from 'n8n-workflow';

import { readDestinations, readPostId } from '../../api/postRecords';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { asBoolean, readId, readParameter } from '../../properties/parameters';
import { readWaitSettings, waitOptions } from '../../properties/waitSettings';
import { firstText, readRecord } from '../../shared/json';
import { path as joinPath } from '../../transport/address';
import { call } from '../../transport/call';
import { keyed, MAIN_STEP } from '../../transport/idempotencyKey';
import { findInList } from '../../transport/paginate';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';
import { waitAndOutputPost } from './waitAndOutputPost';

/** Sends a post again to an account where it failed. */
export const retryDelivery: Operation = {
	option: {
		name: 'Retry Delivery',
		value: 'retryDelivery',
		action: 'Retry a failed delivery',
		description: 'Send a post again to an account where it failed',
	},
	runsInParallel: false,
	properties: [
		workspaceLocator,
		{
			displayName: 'Destination ID',
			name: 'destinationId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. dst_5b21',
			description: 'The ID of the destination in the post, not of the account',
		},
		{
			displayName: 'Checked Platform',
			name: 'checkedPlatform',
			type: 'boolean',
			default: false,
			description:
				'Whether you have checked that the post is not on the platform. Required if the outcome was unclear.',
		},
		optionsCollection([...idempotencyOptions, ...waitOptions]),
	],

	prepare(item) {
		const destinationId = readId(item, 'destinationId', 'Destination ID');
		const wait = readWaitSettings(item);
		const workspace = workspacePath(item);
		const path = `${workspace}${joinPath('destinations', destinationId)}/retry`;
		const checkedPlatform = readParameter(item, 'checkedPlatform', false);
		const json: IDataObject = {
			checked_platform: asBoolean(checkedPlatform, 'Checked Platform', false),
		};
		const command = { path, content: json, step: MAIN_STEP };
		const idempotency = readIdempotency(item);
		return async () => {
			const response = await call(item.connection, {
				purpose: 'retry the delivery',
				method: 'POST',
				path,
				json,
				...keyed(idempotency, command),
				safety: 'keyed',
			});
			if (!wait.isEnabled) return toOutput(response);
			const postId =
				readPostId(readRecord(response.data)) ?? (await findPostId(item, workspace, destinationId));
			if (postId === undefined) {
				item.functions.addExecutionHints?.({
					message:
						'The service did not say which post this delivery belongs to, so the node did not wait.',
					location: 'outputPane',
				});
				return toOutput(response);
			}
			const postPath = `${workspace}${joinPath('posts', postId)}`;
			const request = {
				postPath,
				wasJustPublished: true,
				retriedDestinationIds: [destinationId],
				known: { post: {}, etag: undefined },
			};
			return await waitAndOutputPost(item, request, wait);
		};
	},
};

/** Finds the post of a destination that the response does not name. */
async function findPostId(
	{ connection }: Item,
	workspace: string,
	destinationId: string,
): Promise<string | undefined> {
	const request = { purpose: 'find the post of the delivery', path: `${workspace}/posts` };
	const post = await findInList(connection, request, (candidate) =>
		readDestinations(candidate).some(({ id }) => firstText(id) === destinationId),
	);
	return firstText(post?.id);
}
