import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import type { NodeRun } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import { OtherProcess } from '../../support/otherProcess';
import { useScriptedService, type Reply } from '../../support/scriptedService';
import { neverExpires } from '../../support/timeLimits';

export const NOT_CONFIRMED = 'Handed over, not yet confirmed: do not post it again. Still open: 3';
export const RETRY = 'POST /workspaces/1/destinations/9/retry';
export const GET_POST = 'GET /workspaces/1/posts/7';
export const DAY_MS = 24 * 60 * 60 * 1_000;

const TARGETS = {
	retryFailed: { postId: byId('7') },
	retryDelivery: { destinationId: '9' },
};

export type RetryOperation = keyof typeof TARGETS;
/** The operations that retry a failed delivery. */
export const RETRY_OPERATIONS: RetryOperation[] = ['retryFailed', 'retryDelivery'];

/** A post with a failed delivery, which changes only when a test changes it. */
export function useFailedDelivery() {
	const service = useScriptedService();
	const failed = {
		service,
		delivery: {} as IDataObject,
		/** Called after each read of the post. */
		afterRead: (): void => undefined,

		/** @param answer to each retry */
		async open(answer: () => Reply | undefined = () => ({ status: 202 })): Promise<void> {
			failed.delivery = {
				id: 9,
				account_id: 3,
				status: 'failed',
				failed_at: '2026-12-01T09:00:00Z',
			};
			failed.afterRead = () => undefined;
			const post = () => ({ id: 7, destinations: [failed.delivery] });
			await service.open({
				[RETRY]: answer,
				'GET /workspaces/1/posts': () => ({ data: { items: [post()], next_cursor: null } }),
				[GET_POST]: () => {
					const reply = { data: post() };
					failed.afterRead();
					return reply;
				},
			});
		},

		change(fields: IDataObject): void {
			failed.delivery = { ...failed.delivery, ...fields };
		},

		/** How many retries the service has received. */
		sent: () => service.sent(RETRY).length,

		/** Runs the node in another process of n8n, on the same clock. */
		async runElsewhere(operation: RetryOperation, options: INodeParameters = {}): Promise<NodeRun> {
			const { nodeType, clock: other } = await OtherProcess.start();
			jest.spyOn(other, 'now').mockImplementation(() => clock.now());
			jest.spyOn(other, 'timeout').mockImplementation(neverExpires);
			jest.spyOn(other, 'wait').mockImplementation(async (ms) => await clock.wait(ms));
			const parameters = { ...TARGETS[operation], ...options };
			return await service.run(`post:${operation}`, parameters, { nodeType });
		},

		async run(
			operation: RetryOperation,
			options: INodeParameters = {},
			retryOf?: NodeRun,
		): Promise<NodeRun> {
			const parameters = { ...TARGETS[operation], ...options };
			return await service.run(`post:${operation}`, parameters, { ...(retryOf && { retryOf }) });
		},
	};
	return failed;
}
