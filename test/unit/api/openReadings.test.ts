import type { IDataObject } from 'n8n-workflow';

import { readNeedsReconnecting } from '../../../nodes/SocialPublishing/api/accountConnection';
import {
	readDeliveries,
	readLifecycleStatus,
} from '../../../nodes/SocialPublishing/api/postLifecycle';
import { readCreatedMs, readLatestMs } from '../../../nodes/SocialPublishing/api/recordTimes';

describe('whether an account has to be connected again', () => {
	it.each<[IDataObject, boolean | undefined]>([
		[{ status: 'reconnect_required' }, true],
		[{ status: 'connected' }, false],
		[{ state: 'Needs re-auth' }, true],
		[{ connection_status: 'EXPIRED' }, true],
		[{ health: 'token_invalid' }, true],
		[{ connection: { status: 'disconnected' } }, true],
		[{ connection: { status: 'ok' } }, false],
		[{ connection: { connected: false } }, true],
		[{ needs_reconnect: true, status: 'active' }, true],
		[{ reconnect_required: false }, false],
		[{ connected: false }, true],
		[{ is_connected: true }, false],
		[{ status: 'active' }, false],
		[{ id: 'a', platform: 'pagebook' }, undefined],
		[{ shortpost_subscription_error: 'expired' }, undefined],
	])('%j: %s', (account, expected) => {
		expect(readNeedsReconnecting(account)).toBe(expected);
	});
});

const posted = (...statuses: string[]) => statuses.map((status, id) => ({ id, status }));

describe('where a post is in its life', () => {
	it.each<[IDataObject, string | undefined]>([
		[{ status: 'published', destinations: posted('published') }, 'published'],
		[{ status: 'Published' }, 'published'],
		[{ status: 'failed', destinations: posted('published') }, 'failed'],
		[{ status: 'queued', destinations: posted('scheduled') }, 'queued'],
		[{ status: 'sending', destinations: posted('published', 'publishing') }, 'sending'],
		[{ status: 'partial', destinations: posted('publishing', 'published') }, 'partial'],
		[{ status: 'publishing', destinations: posted('published', 'failed') }, 'partial'],
		[{ status: 'completed', destinations: posted('published') }, 'published'],
		[{ status: 'draft', destinations: posted('blocked') }, 'failed'],
		[{ status: 'publishing', destinations: posted('published', 'publishing') }, 'publishing'],
		[{ destinations: posted('published', 'needs_review') }, 'partial'],
		[{ destinations: posted('failed', 'needs_review') }, 'failed'],
		[{ destinations: posted('scheduled', 'scheduled') }, 'scheduled'],
		[{ destinations: [{ id: 1, outcome: { status: 'published' } }] }, 'published'],
		[{ status: 'cancelled' }, 'cancelled'],
		[{ id: 'p' }, undefined],
	])('%j: %s', (post, expected) => {
		expect(readLifecycleStatus(post)).toBe(expected);
	});
});

describe('the deliveries of a post', () => {
	it('are told apart by their ID, else by their account', () => {
		const destinations = [{ id: 7 }, { account_id: 'a' }, { account_id: 'a' }, {}];
		const keys = readDeliveries({ destinations })?.map(({ key }) => key);
		expect(keys).toEqual(['7', 'a', 'a 2', '']);
	});

	it('are not known where the record does not list them', () => {
		expect(readDeliveries({ id: 'p' })).toBeUndefined();
	});
});

describe('the dates of a record', () => {
	const day = (number: number) => `2026-01-0${number}T00:00:00Z`;
	const ms = (number: number) => Date.UTC(2026, 0, number);

	it.each<[IDataObject, number | undefined]>([
		[{ created_at: day(1) }, ms(1)],
		[{ created_at: day(1), updated_at: day(9) }, ms(1)],
		[{ created_at: day(1), scheduled_at: day(5) }, ms(5)],
		[{ created_at: day(1), destinations: [{ published_at: day(3) }] }, ms(3)],
		[{ destinations: [{ outcome: { failed_at: day(2) } }] }, ms(2)],
		[{ created: ms(4) / 1_000 }, ms(4)],
		[{ createdAt: ms(4) }, ms(4)],
		[{ created_at: null, scheduled_at: 'soon' }, undefined],
		[{ created_at: '2026' }, ms(1)],
		[{ created: 100_000_000_000 }, 100_000_000_000],
		[{ created: 0, createdAt: -1, created_at: '1970-01-01' }, undefined],
	])('the latest of %j', (record, expected) => {
		expect(readLatestMs(record)).toBe(expected);
	});

	it('include the creation', () => {
		expect(readCreatedMs({ created_at: day(1), published_at: day(2) })).toBe(ms(1));
		expect(readCreatedMs({ published_at: day(2) })).toBeUndefined();
	});
});
