import type { IDataObject } from 'n8n-workflow';

import {
	hasEvents,
	readEnablingChange,
	readEventSubject,
	readSigningSecret,
	readWebhookDelivery,
} from '../../../nodes/SocialPublishing/api/webhookRecords';

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
	expect(readEnablingChange(webhook)).toEqual(change);
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
])('whether the webhook %j gets exactly two kinds of event: %s', (webhook, expected) => {
	expect(hasEvents(webhook, ['post.published', 'post.failed'])).toBe(expected);
});

it('an event type that is asked for twice counts once', () => {
	const types = ['post.published', 'post.published'];
	expect(hasEvents({ events: ['post.published'] }, types)).toBe(true);
});

describe('an event is about', () => {
	const post = { resource: 'posts', id: 'p' };
	const media = { resource: 'media', id: 'm' };

	it.each<[string, unknown, unknown]>([
		['post.failed', { post_id: 'p' }, post],
		['post.failed', { postId: 'p' }, post],
		['post.failed', { post: 'p' }, post],
		['post.failed', { post: { id: 'p' } }, post],
		['post.failed', { id: 'p' }, post],
		['post.failed', { resource_id: 'p' }, post],
		['post.failed', { resource: { id: 'p' } }, post],
		['delivery.failed', { id: 'd', resource_type: 'post', resource_id: 'p' }, post],
		['delivery.failed', { id: 'd', resource: { type: 'post', id: 'p' } }, post],
		['delivery.failed', { id: 'd', delivery: { post_id: 'p' } }, post],
		['delivery.failed', { id: 'd', destination: { post_id: 'p' } }, post],
		['delivery.failed', { ids: { post: 'p' } }, post],
		['delivery.failed', { resource_ids: { post_id: 'p' } }, post],
		['delivery.failed', { resource_type: 'delivery', resource_id: 'd' }, undefined],
		['delivery.failed', { resource: { type: 'delivery', id: 'd' } }, undefined],
		['delivery.failed', { id: 'd' }, undefined],
		['media.ready', { media_id: 'm', post_id: 'p' }, media],
		['media.ready', { id: 'm' }, media],
		['media.ready', { resource_type: 'media', resource_id: 'm' }, media],
		['media.ready', { post_id: 'p' }, undefined],
		['account.reconnect_required', { id: 'a', post_id: 'p' }, undefined],
		['post.failed', null, undefined],
	])('%s %j', (type, data, subject) => {
		expect(readEventSubject(type, data)).toEqual(subject);
	});
});

describe('a delivery of an event', () => {
	const failed = { id: 'd', status: 'failed' };

	it.each<[IDataObject]>([
		[{ status: 'blocked' }],
		[{ outcome: 'access_blocked' }],
		[{ result: 'skipped: the add-on has ended' }],
		[{ state: 'cancelled' }],
		[{ reason: 'plan_ended' }],
		[{ code: 'addon_required' }],
		[{ error: { code: 'credential_revoked' } }],
		[{ error: { message: 'The integration is off.' } }],
		[{ error_message: 'The webhook is disabled.' }],
	])('that the service held back has not failed at the address: %j', (record) => {
		expect(readWebhookDelivery({ ...failed, ...record })?.hasFailedAtAddress).toBe(false);
	});

	it('that the address refused has failed there', () => {
		const refused = { ...failed, response_status: 500, error: 'Connection reset' };
		expect(readWebhookDelivery(refused)?.hasFailedAtAddress).toBe(true);
	});

	it('has an ID of its own', () => {
		expect(readWebhookDelivery({ delivery_id: 7, id: 'attempt' })?.id).toBe('7');
		expect(readWebhookDelivery({ id: 'd' })?.id).toBe('d');
		expect(readWebhookDelivery({ status: 'failed' })).toBeUndefined();
	});

	it.each<[IDataObject, boolean]>([
		[{ result: { note: 'Late' }, status: 'delivered' }, false],
		[{ message: 'Unclear' }, true],
	])('%j may have to be sent again: %s', (record, hasFailed) => {
		expect(readWebhookDelivery({ id: 'd', ...record })).toMatchObject({ hasFailed });
	});

	it.each<[IDataObject, string | undefined]>([
		[{ attempted_at: '2027-03-14', created_at: '2027-03-13' }, '2027-03-14'],
		[{ created_at: '2027-03-13', failed_at: '2027-03-14' }, '2027-03-14'],
		[{ at: '2027-03-14' }, '2027-03-14'],
		[{ last_time: '2027-03-14' }, '2027-03-14'],
		[{ sent_timestamp: '2027-03-14' }, '2027-03-14'],
		[{ delivered_at: 'soon', finished_at: '2027-03-14' }, '2027-03-14'],
		[{ next_attempt_at: '2027-03-15' }, undefined],
		[{ retry_at: '2027-03-15', event_created_at: '2027-03-12' }, undefined],
		[{ format: '2027-03-15', at_address: '2027-03-15', sent_at_all: '2027-03-15' }, undefined],
	])('%j was attempted on %j', (record, day) => {
		const expected = day === undefined ? 0 : Date.parse(day);
		expect(readWebhookDelivery({ id: 'd', ...record })?.attemptedAtMs).toBe(expected);
	});
});

it('the signing secret of a webhook may have either name', () => {
	expect(readSigningSecret({ signing_secret: 's', secret: 't' })).toBe('s');
	expect(readSigningSecret({ secret: 't' })).toBe('t');
	expect(readSigningSecret({})).toBeUndefined();
});
