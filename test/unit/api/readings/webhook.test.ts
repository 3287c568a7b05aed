import type { IDataObject } from 'n8n-workflow';

import {
	hasEvents,
	readCreatedWebhook,
	readWebhook,
} from '../../../../nodes/SocialPublishing/api/readings/webhook';

it.each<[IDataObject, IDataObject | undefined]>([
	[{ enabled: false }, { enabled: true }],
	[{ active: false }, { active: true }],
	[{ is_active: false }, { is_active: true }],
	[{ is_enabled: false }, { is_enabled: true }],
	[{ disabled: true }, { disabled: false }],
	[{ is_disabled: true }, { is_disabled: false }],
	[{ paused: true }, { paused: false }],
	[{ status: 'Disabled' }, { status: 'enabled' }],
	[{ status: 'suspended' }, { status: 'active' }],
	[{ state: 'paused' }, { state: 'active' }],
	[{ state: 'inactive' }, { state: 'active' }],
	[{ disabled_at: '2027-03-14T09:00:00Z' }, { disabled_at: null }],
	[{ paused_at: 1_800_000_000 }, { paused_at: null }],
	[{ enabled: true, disabled: false, status: 'active', disabled_at: null }, undefined],
	[{ id: 'w' }, undefined],
])('the webhook %j is enabled again by %j', (webhook, change) => {
	expect(readWebhook(webhook).enabling).toEqual(change);
});

it.each<[IDataObject, boolean]>([
	[{ events: ['post.failed', 'post.published'] }, true],
	[{ event_types: ['post.published', 'post.failed'] }, true],
	[{ events: ['post.published', 'post.failed', 'post.failed'] }, true],
	[{ events: ['post.published'] }, false],
	[{ events: ['post.published', 'media.ready'] }, false],
	[{ events: ['post.published', 'post.failed', 'media.ready'] }, false],
	[{ events: 'post.published' }, false],
	[{}, false],
])('the webhook %j subscribes to exactly the two event types: %s', (webhook, expected) => {
	expect(hasEvents(readWebhook(webhook), ['post.published', 'post.failed'])).toBe(expected);
});

it.each<[IDataObject, string[] | undefined]>([
	[{ events: ['post.failed', 'media.ready'] }, ['post.failed', 'media.ready']],
	[{ event_types: ['post.failed'] }, ['post.failed']],
	[{ events: [] }, undefined],
	[{ events: [{ type: 'post.failed' }] }, undefined],
	[{ events: 'post.failed' }, undefined],
	[{}, undefined],
])('the webhook %j lists these event types: %j', (webhook, expected) => {
	expect(readWebhook(webhook).events).toEqual(expected);
});

it('a duplicate event type counts once', () => {
	const types = ['post.published', 'post.published'];
	expect(hasEvents(readWebhook({ events: ['post.published'] }), types)).toBe(true);
});

it('a created webhook may be in a record next to its secret', () => {
	const created = { webhook: { id: 'w' }, signing_secret: 's' };
	expect(readCreatedWebhook(created)).toEqual({ id: 'w', secret: 's' });
	expect(readCreatedWebhook({ id: 'w' })).toEqual({ id: 'w', secret: undefined });
});

it('the signing secret of a webhook may have either name', () => {
	expect(readCreatedWebhook({ signing_secret: 's', secret: 't' }).secret).toBe('s');
	expect(readCreatedWebhook({ secret: 't' }).secret).toBe('t');
	expect(readCreatedWebhook({}).secret).toBeUndefined();
});
