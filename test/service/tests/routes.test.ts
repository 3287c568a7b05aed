import { allOperations } from '../routes';
import { dialects } from '..';

/** The table of the service's description: method, route below the base, name. */
const described = `
GET /me get_identity
GET /workspaces list_workspaces
GET W/brands list_brands
GET W/accounts list_accounts
GET W/capabilities get_capabilities
GET W/posts list_posts
GET W/posts/:id get_post
POST W/posts create_post
PATCH W/posts/:id edit_post
DELETE W/posts/:id delete_post
POST W/posts/:id/publish publish_post
POST W/posts/:id/schedule schedule_post
PATCH W/posts/:id/reschedule reschedule_post
POST W/posts/:id/cancel cancel_post
POST W/posts/:id/duplicate duplicate_post
POST W/destinations/:id/retry retry_delivery
POST W/posts/validate validate_post
GET W/media list_media
GET W/media/:id get_media
GET W/media/:id/file download_media
POST W/media/uploads begin_media_upload
PUT W/media/:id/parts/:part upload_media_part
POST W/media/:id/complete complete_media_upload
PATCH W/media/:id edit_media
DELETE W/media/:id delete_media
GET W/accounts/:id/statistics get_account_statistics
GET W/posts/:id/statistics get_post_statistics
GET W/statistics get_workspace_statistics
POST W/accounts/:id/statistics/refresh refresh_account_statistics
GET W/webhooks list_webhooks
POST W/webhooks create_webhook
PATCH W/webhooks/:id edit_webhook
DELETE W/webhooks/:id delete_webhook
GET W/webhooks/:id/deliveries list_webhook_deliveries
POST W/webhooks/:id/deliveries/:delivery_id/replay replay_webhook_delivery
`;

test.each(Object.entries(dialects))('all 35 routes exist (%s)', (_name, dialect) => {
	const existing = allOperations(dialect).map(({ method, route, name }) =>
		[method, route.replace('/workspaces/:workspace_id', 'W'), name].join(' '),
	);
	expect(existing).toHaveLength(35);
	expect(existing.sort()).toEqual(described.trim().split('\n').sort());
});

test('keys and revisions are required where the description says so', () => {
	const operations = allOperations(dialects.first);
	const names = (which: 'needsKey' | 'needsRevision') =>
		operations.filter((operation) => operation[which]).map(({ name }) => name);
	expect(names('needsRevision')).toEqual([
		'edit_post',
		'publish_post',
		'schedule_post',
		'reschedule_post',
	]);
	expect(names('needsKey')).toEqual([
		'create_post',
		'publish_post',
		'schedule_post',
		'reschedule_post',
		'cancel_post',
		'duplicate_post',
		'retry_delivery',
	]);
});
