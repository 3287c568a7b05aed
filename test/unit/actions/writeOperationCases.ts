import { jpeg } from '../support/files';
import { byId, itemWithFile } from '../support/nodeHarness';
import {
	bread,
	UNREACHABLE_ADDRESS,
	draft,
	failed,
	failedDelivery,
	inAnHour,
	picture,
	scheduled,
	webhook,
} from './createRecords';
import { single, type OperationCase } from './operationCase';

/** The operations that write. */
export const writeOperations: OperationCase[] = [
	{
		name: 'post:create',
		main: 'create_post',
		// An account may be given by name.
		requests: ['list_accounts', 'create_post'],
		arrange: async (harness) => ({
			parameters: { text: 'Fresh bread', accountIds: [bread(harness)] },
			output: { text: 'Fresh bread', id: expect.any(String) },
		}),
	},
	{
		name: 'post:upsert',
		main: 'create_post',
		// It is read again, because the service may store it in another form.
		requests: ['list_accounts', 'create_post', 'get_post'],
		arrange: async (harness) => ({
			parameters: { itemKey: 'row 1', text: 'Fresh bread', accountIds: [bread(harness)] },
			output: { key: 'row 1', action: 'created', text: 'Fresh bread', id: expect.any(String) },
		}),
	},
	{
		name: 'post:update',
		main: 'edit_post',
		requests: ['get_post', 'edit_post'],
		arrange: async (harness) => {
			const { postId, id } = await draft(harness);
			return {
				parameters: { postId, updateFields: { text: 'Warm bread' } },
				output: { id, text: 'Warm bread' },
			};
		},
	},
	single('post:delete', 'delete_post', async (harness) => {
		const { postId, id } = await draft(harness);
		return { parameters: { postId }, output: { deleted: true, id } };
	}),
	{
		name: 'post:publish',
		main: 'publish_post',
		requests: ['get_post', 'publish_post'],
		arrange: async (harness) => {
			const { postId, id } = await draft(harness);
			return { parameters: { postId, waitForOutcome: false }, output: { id } };
		},
	},
	{
		name: 'post:schedule',
		main: 'schedule_post',
		requests: ['get_post', 'schedule_post'],
		arrange: async (harness) => {
			const { postId, id } = await draft(harness);
			const scheduledAt = inAnHour(harness);
			return {
				parameters: { postId, scheduledAt, timezone: 'Europe/Berlin' },
				output: { id, scheduled_at: scheduledAt, timezone: 'Europe/Berlin' },
			};
		},
	},
	{
		name: 'post:reschedule',
		main: 'reschedule_post',
		requests: ['get_post', 'reschedule_post'],
		arrange: async (harness) => {
			const { postId, id } = await scheduled(harness);
			const scheduledAt = inAnHour(harness);
			return {
				parameters: { postId, scheduledAt },
				output: { id, scheduled_at: scheduledAt },
			};
		},
	},
	single('post:cancel', 'cancel_post', async (harness) => {
		const { postId, id } = await scheduled(harness);
		return { parameters: { postId }, output: { id, scheduled_at: null } };
	}),
	single('post:duplicate', 'duplicate_post', async (harness) => {
		const { postId } = await draft(harness);
		return { parameters: { postId }, output: { text: 'Fresh bread', id: expect.any(String) } };
	}),
	{
		name: 'post:retryDelivery',
		main: 'retry_delivery',
		// The failure before the retry shows later whether the delivery has failed again.
		requests: ['list_posts', 'get_post', 'retry_delivery'],
		arrange: async (harness) => {
			const { destinationId } = await failed(harness);
			harness.service.setOutcome('Always fails', { status: 'published' });
			return {
				parameters: { destinationId, waitForOutcome: false },
				output: { id: expect.any(String) },
			};
		},
	},
	{
		name: 'post:retryFailed',
		main: 'retry_delivery',
		requests: ['get_post', 'retry_delivery', 'get_post'],
		arrange: async (harness) => {
			const { postId, id } = await failed(harness);
			harness.service.setOutcome('Always fails', { status: 'published' });
			return { parameters: { postId, waitForOutcome: false }, output: { id } };
		},
	},
	{
		name: 'media:upload',
		main: 'complete_media_upload',
		requests: [
			'get_capabilities',
			'begin_media_upload',
			'upload_media_part',
			'complete_media_upload',
			'get_media',
		],
		arrange: async () => ({
			input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')],
			output: { id: expect.any(String), type: 'image/jpeg', width: 320, height: 200 },
		}),
	},
	single('media:update', 'edit_media', async (harness) => {
		const { mediaId, id } = await picture(harness);
		return { parameters: { mediaId, altText: 'A loaf' }, output: { id, alt: 'A loaf' } };
	}),
	single('media:delete', 'delete_media', async (harness) => {
		const { mediaId, id } = await picture(harness);
		return { parameters: { mediaId }, output: { deleted: true, id } };
	}),
	single('statistics:refreshAccount', 'refresh_account_statistics', async (harness) => ({
		parameters: { accountId: { ...byId(bread(harness)), mode: 'list' } },
		output: { account_id: bread(harness), accepted: true },
	})),
	{
		name: 'webhook:create',
		main: 'create_webhook',
		// The earlier list distinguishes a webhook whose response was lost from those that already existed.
		requests: ['list_webhooks', 'create_webhook'],
		arrange: async () => ({
			parameters: { url: UNREACHABLE_ADDRESS, events: ['post.published'] },
			output: { url: UNREACHABLE_ADDRESS, signing_secret: expect.any(String) },
		}),
	},
	single('webhook:update', 'edit_webhook', async (harness) => {
		const { webhookId, id } = await webhook(harness);
		return {
			parameters: { webhookId, updateFields: { events: ['post.failed'] } },
			output: { id, events: ['post.failed'] },
		};
	}),
	single('webhook:delete', 'delete_webhook', async (harness) => {
		const { webhookId, id } = await webhook(harness);
		return { parameters: { webhookId }, output: { deleted: true, id } };
	}),
	single('webhook:replayDelivery', 'replay_webhook_delivery', async (harness) => {
		const { webhookId, id, deliveryId } = await failedDelivery(harness);
		return { parameters: { webhookId, deliveryId }, output: { webhook_id: id } };
	}),
];
