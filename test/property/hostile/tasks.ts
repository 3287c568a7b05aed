import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions, resourceMapping } from '../../engine';
import { jpeg } from '../../unit/support/files';
import { byId, itemWithFile } from '../../unit/support/nodeHarness';
import type { ScriptedService } from '../../unit/support/scriptedService';

/** Something that a user does, and all that they get to see of it. */
export interface Task {
	name: string;
	run: (service: ScriptedService) => Promise<unknown>;
}

const postId = byId('7');
const mediaId = byId('m');
const webhookId = byId('w');
const accountId = byId('3');
const content = { text: 'Bread', accountIds: ['3'] };
const row = { ...content, itemKey: 'row 1' };
const scheduledAt = '2099-01-01T00:00:00Z';
const slots = { slot: [{ weekdays: ['monday'], times: '09:00' }] };
const period = { startDate: '2024-01-01', endDate: '2026-01-02' };

const operations: Array<[name: string, parameters?: INodeParameters]> = [
	['post:create', content],
	['post:create', { ...content, idempotency: 'content' }],
	['post:create', { ...content, afterCreate: 'publish' }],
	['post:create', { ...content, afterCreate: 'schedule', scheduledAt }],
	['post:upsert', { ...row, wantedStatus: 'scheduled', scheduledAt }],
	['post:upsert', { ...row, wantedStatus: 'published', postId }],
	['post:upsert', { ...row, wantedStatus: 'absent', postId }],
	['post:get', { postId }],
	['post:getAll', { returnAll: true }],
	['post:getCalendar', { return: 'perDay', options: { slots } }],
	['post:getCalendar', { return: 'page', filters: { brandId: '2' } }],
	['post:getCalendar', { return: 'feed', filters: { accountIds: ['3'] } }],
	['post:update', { postId, updateFields: { text: 'Rolls' } }],
	['post:delete', { postId }],
	['post:publish', { postId }],
	['post:schedule', { postId, scheduledAt }],
	['post:reschedule', { postId, scheduledAt }],
	['post:cancel', { postId }],
	['post:duplicate', { postId }],
	['post:preview', { ...content, mediaSource: 'library', mediaIds: ['m'] }],
	['post:preview', { previewOf: 'post', postId }],
	['post:validate', content],
	['post:retryDelivery', { destinationId: 'd' }],
	['post:retryFailed', { postId }],
	['post:waitForOutcome', { postId }],
	['media:upload', { options: { prepareImage: false, altText: 'A loaf' } }],
	['media:get', { mediaId }],
	['media:getAll', { returnAll: true }],
	['media:download', { mediaId }],
	['media:update', { mediaId, altText: 'A loaf' }],
	['media:delete', { mediaId }],
	['statistics:getAccount', { accountId, ...period }],
	['statistics:getWorkspace', period],
	['statistics:getPost', { postId }],
	['statistics:refreshAccount', { accountId }],
	['webhook:create', { url: 'https://example.com/', events: ['media.ready'] }],
	['webhook:getAll', { returnAll: true }],
	['webhook:update', { webhookId, updateFields: { url: 'https://example.com/' } }],
	['webhook:delete', { webhookId }],
	['webhook:getDeliveries', { webhookId, returnAll: true }],
	['webhook:replayDelivery', { webhookId, deliveryId: 'd' }],
	['account:getAll', { returnAll: true }],
	['brand:getAll', {}],
	['workspace:getAll', {}],
	['workspace:getCapabilities', {}],
	['identity:get', {}],
	['assistantTool:getAll', { returnAll: true }],
	...['get_post', 'publish_post', 'edit_post', 'download_media', 'begin_media_upload'].map(
		(toolName): [string, INodeParameters] => [
			'assistantTool:call',
			{ toolName, argumentsInput: 'json', toolArgumentsJson: '{"post_id":"7","media_id":"m"}' },
		],
	),
];

let file: Promise<INodeExecutionData> | undefined;

async function inputFile(): Promise<INodeExecutionData> {
	file ??= jpeg(40, 30).then(async (bytes) => await itemWithFile(bytes, 'bread.jpg', 'image/jpeg'));
	return await file;
}

const onFail = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

const nodeTasks = operations.flatMap(([name, parameters]) =>
	onFail.map(
		(continueOnFail): Task => ({
			name: `${name}, on error: ${continueOnFail ?? 'stop'}`,
			run: async (service) => {
				const input = [await inputFile()];
				return await service.run(name, parameters, { input, continueOnFail });
			},
		}),
	),
);

const picker = (service: ScriptedService, method: string, workspaceId = '1') => ({
	nodeType: new SocialPublishing(),
	method,
	credentials: service.credentials,
	parameters: {
		workspaceId: byId(workspaceId),
		resource: 'assistantTool',
		toolName: 'get_post',
		webhookId,
	},
});

/** What the editor shows of an error in a list. */
const shown = (error: unknown) => (error instanceof Error ? { error } : { error: String(error) });

const editorTasks: Task[] = [
	...['Workspaces', 'Posts', 'Media', 'Webhooks', 'WebhookDeliveries', 'Accounts'].map(
		(records) => ({
			name: `the list of ${records}`,
			run: async (service: ScriptedService) =>
				await listSearch(picker(service, `search${records}`)).catch(shown),
		}),
	),
	...['getAccounts', 'getPlatforms'].map((method) => ({
		name: `the options of ${method} in all workspaces`,
		run: async (service: ScriptedService) =>
			await loadOptions(picker(service, method, '')).catch(shown),
	})),
	...['getAccounts', 'getBrands', 'getMedia', 'getAssistantTools'].map((method) => ({
		name: `the options of ${method}`,
		run: async (service: ScriptedService) =>
			await loadOptions(picker(service, method)).catch(shown),
	})),
	{
		name: 'the form of a tool',
		run: async (service) => await resourceMapping(picker(service, 'getToolArguments')).catch(shown),
	},
];

export const tasks: Task[] = [...nodeTasks, ...editorTasks];
