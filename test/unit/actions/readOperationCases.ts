import { byId } from '../support/nodeHarness';
import { bread, draft, failed, failedDelivery, picture, scheduled, webhook } from './createRecords';
import { single, type OperationCase } from './operationCase';

const DAYS = 'monday,tuesday,wednesday,thursday,friday,saturday,sunday'.split(',');

/** The operations that only read. */
export const readOperations: OperationCase[] = [
	single('post:get', 'get_post', async (harness) => {
		const { postId, id } = await draft(harness);
		return { parameters: { postId }, output: { id, etag: expect.stringMatching(/^".+"$/) } };
	}),
	single('post:getAll', 'list_posts', async (harness) => {
		const { id } = await draft(harness);
		return { output: { id } };
	}),
	{
		name: 'post:getCalendar',
		main: 'list_posts',
		// The names of the accounts come from a list, which is cached.
		requests: ['list_posts'],
		arrange: async (harness) => {
			await scheduled(harness);
			await harness.run('account', 'getAll');
			const slot = [{ weekdays: DAYS, times: '00:00, 12:00' }];
			return {
				parameters: { period: 'next7Days', return: 'perDay', options: { slots: { slot } } },
				output: { weekday: expect.stringMatching(/day$/), posts_without_time: 0 },
			};
		},
	},
	{
		name: 'post:preview',
		main: 'validate_post',
		requests: ['list_accounts', 'validate_post'],
		arrange: async (harness) => ({
			parameters: { text: 'Fresh bread', accountIds: [bread(harness)] },
			output: { ready: true, message: 'Ready for 1 of 1 account.' },
		}),
	},
	{
		name: 'post:validate',
		main: 'validate_post',
		// An account may be given by name.
		requests: ['list_accounts', 'validate_post'],
		arrange: async (harness) => ({
			parameters: { text: 'Fresh bread', accountIds: [bread(harness)] },
			output: { ready: true },
		}),
	},
	single('post:waitForOutcome', 'get_post', async (harness) => {
		const { postId, id } = await failed(harness);
		return {
			parameters: { postId, options: { failOn: 'never' } },
			output: { id, publication: expect.objectContaining({ status: 'failed' }) },
		};
	}),
	single('media:get', 'get_media', async (harness) => {
		const { mediaId, id } = await picture(harness);
		return { parameters: { mediaId }, output: { id, type: 'image/jpeg' } };
	}),
	single('media:getAll', 'list_media', async (harness) => {
		const { id } = await picture(harness);
		return { output: { id } };
	}),
	{
		name: 'media:download',
		main: 'download_media',
		requests: ['get_media', 'download_media'],
		arrange: async (harness) => {
			const { mediaId, id } = await picture(harness);
			return { parameters: { mediaId }, output: { id } };
		},
	},
	single('statistics:getAccount', 'get_account_statistics', async (harness) => ({
		parameters: { accountId: { ...byId(bread(harness)), mode: 'list' } },
		output: {
			account_id: bread(harness),
			coverage: { days: 30, recorded_days: expect.any(Number) },
		},
	})),
	single('statistics:getPost', 'get_post_statistics', async (harness) => {
		const { postId, id } = await draft(harness);
		return { parameters: { postId }, output: { post_id: id } };
	}),
	single('statistics:getWorkspace', 'get_workspace_statistics', async () => ({
		output: { accounts: expect.arrayContaining([]) },
	})),
	single('webhook:getAll', 'list_webhooks', async (harness) => {
		const { id } = await webhook(harness);
		return { output: { id } };
	}),
	single('webhook:getDeliveries', 'list_webhook_deliveries', async (harness) => {
		const { webhookId, deliveryId } = await failedDelivery(harness);
		return { parameters: { webhookId }, output: { delivery_id: deliveryId, status: 'failed' } };
	}),
	single('account:getAll', 'list_accounts', async (harness) => ({
		output: { id: bread(harness) },
	})),
	single('brand:getAll', 'list_brands', async () => ({ output: { name: 'Bread' } })),
	single('workspace:getAll', 'list_workspaces', async (harness) => ({
		output: { id: harness.workspaceId },
	})),
	single('workspace:getCapabilities', 'get_capabilities', async () => ({
		output: { allowances: expect.anything() },
	})),
	single('identity:get', 'get_identity', async () => ({ output: { name: 'Ada Example' } })),
];
