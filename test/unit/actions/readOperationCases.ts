import { byId } from '../support/nodeHarness';
import { single, type OperationCase } from './operationCase';
import { bread, draft, failed, failedDelivery, picture, webhook } from './createRecords';

/** The operations that only read. */
export const questions: OperationCase[] = [
	single('post:get', 'get_post', async (studio) => {
		const { postId, id } = await draft(studio);
		return { parameters: { postId }, output: { id, etag: expect.stringMatching(/^".+"$/) } };
	}),
	single('post:getAll', 'list_posts', async (studio) => {
		const { id } = await draft(studio);
		return { output: { id } };
	}),
	single('post:validate', 'validate_post', async (studio) => ({
		parameters: { text: 'Fresh bread', accountIds: [bread(studio)] },
		output: { ready: true },
	})),
	single('post:waitForOutcome', 'get_post', async (studio) => {
		const { postId, id } = await failed(studio);
		return {
			parameters: { postId, options: { failOn: 'never' } },
			output: { id, publication: expect.objectContaining({ status: 'failed' }) },
		};
	}),
	single('media:get', 'get_media', async (studio) => {
		const { mediaId, id } = await picture(studio);
		return { parameters: { mediaId }, output: { id, type: 'image/jpeg' } };
	}),
	single('media:getAll', 'list_media', async (studio) => {
		const { id } = await picture(studio);
		return { output: { id } };
	}),
	{
		name: 'media:download',
		main: 'download_media',
		requests: ['get_media', 'download_media'],
		arrange: async (studio) => {
			const { mediaId, id } = await picture(studio);
			return { parameters: { mediaId }, output: { id } };
		},
	},
	single('statistics:getAccount', 'get_account_statistics', async (studio) => ({
		parameters: { accountId: byId(bread(studio)) },
		output: {
			account_id: bread(studio),
			coverage: { days: 30, recorded_days: expect.any(Number) },
		},
	})),
	single('statistics:getPost', 'get_post_statistics', async (studio) => {
		const { postId, id } = await draft(studio);
		return { parameters: { postId }, output: { post_id: id } };
	}),
	single('statistics:getWorkspace', 'get_workspace_statistics', async () => ({
		output: { accounts: expect.arrayContaining([]) },
	})),
	single('webhook:getAll', 'list_webhooks', async (studio) => {
		const { id } = await webhook(studio);
		return { output: { id } };
	}),
	single('webhook:getDeliveries', 'list_webhook_deliveries', async (studio) => {
		const { webhookId, deliveryId } = await failedDelivery(studio);
		return { parameters: { webhookId }, output: { delivery_id: deliveryId, status: 'failed' } };
	}),
	single('account:getAll', 'list_accounts', async (studio) => ({ output: { id: bread(studio) } })),
	single('brand:getAll', 'list_brands', async () => ({ output: { name: 'Bread' } })),
	single('workspace:getAll', 'list_workspaces', async (studio) => ({
		output: { id: studio.workspaceId },
	})),
	single('workspace:getCapabilities', 'get_capabilities', async () => ({
		output: { allowances: expect.anything() },
	})),
	single('identity:get', 'get_identity', async () => ({ output: { name: 'Ada Example' } })),
];
