import type { IDataObject } from 'n8n-workflow';

import { readAcceptedPost } from '../../api/outcome';
import { readDestinations } from '../../api/readings/post';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { failedDeliveryLocator, workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { readId } from '../../properties/parameters';
import {
	readWaitSettings,
	waitOptionsIfEnabled,
	waitProperty,
} from '../../properties/waitSettings';
import { firstText } from '../../shared/json';
import { UNDECIDED } from '../../transport/lostResponse';
import { MAIN_STEP } from '../../commands/key';
import { carryOut } from '../../commands/command';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';
import { namingAccounts } from './accountAccess';
import { checkedPlatformProperty, readCheckedPlatform } from './checkedPlatform';
import {
	findDelivery,
	findForgottenRetry,
	findPostOfDelivery,
	outputWithoutPost,
} from './postOfDelivery';
import { RETRY_PURPOSE } from './refusedRetry';
import { rememberAcceptedRetry, retryFailedDeliveries } from './retryFailedDeliveries';
import { addHandoverHint, waitAndOutputPost } from './waitAndOutputPost';

/** Sends a post again to an account where it failed. */
export const retryDelivery: Operation = {
	option: {
		name: 'Retry Delivery',
		value: 'retryDelivery',
		action: 'Retry failed delivery',
		description: 'Send a post again to an account where it failed',
	},
	runsInParallel: false,
	properties: [
		workspaceLocator,
		failedDeliveryLocator,
		checkedPlatformProperty,
		waitProperty,
		optionsCollection([...idempotencyOptions, ...waitOptionsIfEnabled()]),
	],

	prepare(item) {
		const { connection, progress } = item;
		const destinationId = readId(item, 'destinationId', 'Failed Delivery');
		const wait = readWaitSettings(item);
		const idempotency = readIdempotency(item);
		const path = `${workspacePath(item, 'destinations', destinationId)}/retry`;
		const json: IDataObject = { checked_platform: readCheckedPlatform(item) };
		const identity = { path, content: json, step: MAIN_STEP };
		return async () => {
			const response = await carryOut(connection, {
				purpose: RETRY_PURPOSE,
				identity,
				idempotency,
				request: { method: 'POST', safety: 'keyed' },
				// An accepted retry is followed to its outcome, whatever has been edited since.
				isEdited: false,
				prepare: async () => ({ json }),
				find: async ({ why }) =>
					why === 'refused' ? UNDECIDED : await findForgottenRetry(item, destinationId),
			}).catch(
				namingAccounts(item, RETRY_PURPOSE, async () => await findDelivery(item, destinationId)),
			);
			rememberAcceptedRetry(item, destinationId);
			const mayRetryAgain = response.isResumed && progress.isRetriedExecution;
			if (!wait.isEnabled && !mayRetryAgain) {
				addHandoverHint(item);
				return toOutput(response);
			}
			const postPath = await findPostOfDelivery(item, response, destinationId);
			if (typeof postPath !== 'string') {
				return await outputWithoutPost(item, response, destinationId, wait, postPath);
			}
			if (mayRetryAgain) {
				const { post } = await readAcceptedPost(connection, postPath);
				const destinations = readDestinations(post).filter(
					({ id }) => firstText(id) === destinationId,
				);
				const mode = { idempotency, checkedPlatform: false };
				await retryFailedDeliveries(item, { destinations }, mode);
			}
			if (!wait.isEnabled) {
				addHandoverHint(item);
				return toOutput(response);
			}
			const request = { postPath, wasJustPublished: true, judgesRetriedOnly: true };
			return await waitAndOutputPost(
				item,
				{ ...request, retriedDestinationIds: [destinationId] },
				wait,
			);
		};
	},
};
