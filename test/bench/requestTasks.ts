import { byId } from './serviceRuns';
import {
	creation,
	onPosts,
	onWebhooks,
	pictures,
	texts,
	UPLOAD,
	WEBHOOK_URL,
	type Task,
} from './requestTask';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const publishOnly = { afterCreate: 'publish', waitForOutcome: false };
const ifUnchanged = { options: { onlyIfUnchangedSince: '={{ $json.etag }}' } };
const textUpdate = { updateFields: { text: 'Warm bread' } };

export const tasks: Task[] = [
	creation('draft', { item: ['create_post'] }),
	creation('draft, account by name', { item: ['create_post'], run: ['list_accounts'] }, () => ({
		accountIds: 'Bread on Shortpost',
	})),
	creation('create and publish', { item: ['create_post', 'publish_post'] }, () => publishOnly),
	creation(
		'create and publish, Check Before Posting off',
		{ item: ['create_post', 'publish_post'] },
		() => ({ ...publishOnly, options: { validateFirst: false } }),
	),
	creation(
		'create, publish, wait for outcome',
		{ item: ['create_post', 'publish_post'], run: ['list_posts'] },
		() => ({ afterCreate: 'publish' }),
	),
	creation('create and schedule', { item: ['create_post', 'schedule_post'] }, () => ({
		afterCreate: 'schedule',
		scheduledAt: inAnHour(),
	})),
	creation(
		'create and schedule in the next free slot',
		{ item: ['create_post', 'schedule_post'], run: ['list_posts', 'list_posts'] },
		() => ({
			afterCreate: 'schedule',
			scheduleMode: 'nextSlot',
			slots: { slot: [{ weekdays: ['monday', 'thursday'], times: '09:00, 17:00' }] },
		}),
	),
	creation(
		'draft with a picture of the item',
		{ item: [...UPLOAD, 'create_post'], run: ['get_capabilities'] },
		() => ({ mediaSource: 'input', binaryPropertyNames: 'data' }),
		pictures,
	),
	creation(
		'draft with a picture from a web address',
		{ item: [...UPLOAD, 'create_post'], run: ['get_capabilities'] },
		({ pictureOrigin }) => ({
			mediaSource: 'address',
			mediaUrls: `=${pictureOrigin}/{{ $json.number }}.jpg`,
		}),
	),
	creation(
		'create and publish, each item once',
		{ item: ['create_post', 'publish_post'] },
		({ runNumber }) => ({
			...publishOnly,
			idempotency: 'once',
			onceKey: `=${runNumber}/{{ $json.number }}`,
		}),
	),
	{
		title: 'the same items again, each once',
		name: 'post:create',
		minimum: {},
		async arrange({ runs, token }) {
			const parameters = {
				text: '={{ $json.text }}',
				accountIds: [runs.service.accountId('Bread on Shortpost')],
				idempotency: 'once',
				onceKey: '={{ $json.number }}',
			};
			await runs.records('post:create', parameters, texts(), token);
			return { parameters, input: texts() };
		},
	},
	onPosts('publish a post', 'post:publish', { item: ['get_post', 'publish_post'] }, publishOnly),
	onPosts(
		'publish a post, its ETag known',
		'post:publish',
		{ item: ['publish_post'] },
		{ waitForOutcome: false, ...ifUnchanged },
	),
	onPosts('update a post', 'post:update', { item: ['get_post', 'edit_post'] }, textUpdate),
	onPosts(
		'update a post, its ETag known',
		'post:update',
		{ item: ['edit_post'] },
		{ ...textUpdate, ...ifUnchanged },
	),
	onPosts('duplicate a post', 'post:duplicate', { item: ['duplicate_post'] }),
	onPosts('delete a post', 'post:delete', { item: ['delete_post'] }),
	onPosts('get a post', 'post:get', { item: ['get_post'] }),
	onPosts('statistics of a post', 'statistics:getPost', { item: ['get_post_statistics'] }),
	{
		title: 'statistics of an account',
		name: 'statistics:getAccount',
		minimum: { run: ['get_account_statistics'] },
		arrange: async ({ runs: { service } }) => ({
			parameters: { accountId: byId(service.accountId('Bread on Shortpost')) },
		}),
	},
	{
		title: 'statistics of a workspace',
		name: 'statistics:getWorkspace',
		minimum: { run: ['get_workspace_statistics'] },
	},
	{
		title: 'get many posts (one page)',
		name: 'post:getAll',
		minimum: { run: ['list_posts'] },
		async arrange({ runs }) {
			const accountIds = [runs.service.accountId('Bread on Shortpost')];
			await runs.records('post:create', { text: '={{ $json.text }}', accountIds }, texts());
			return { parameters: { returnAll: true } };
		},
	},
	{
		title: 'create a webhook',
		name: 'webhook:create',
		minimum: { item: ['create_webhook'] },
		arrange: async ({ runNumber }) => ({
			parameters: {
				url: `=${WEBHOOK_URL}?run=${runNumber}&item={{ $json.number }}`,
				events: ['post.published'],
			},
			input: texts(),
		}),
	},
	onWebhooks('update a webhook', 'webhook:update', 'edit_webhook', {
		updateFields: { events: ['post.failed'] },
	}),
	onWebhooks('deliveries of a webhook', 'webhook:getDeliveries', 'list_webhook_deliveries'),
	onWebhooks('delete a webhook', 'webhook:delete', 'delete_webhook'),
];
