import type { IDataObject } from 'n8n-workflow';

import {
	readCreatedMs,
	readEndedMs,
	readLatestMs,
	readScheduledMs,
} from '../../../../nodes/SocialPublishing/api/readings/times';
import { readWebhookDelivery } from '../../../../nodes/SocialPublishing/api/readings/webhook';

describe('the dates of a record', () => {
	const day = (number: number) => `2026-01-0${number}T00:00:00Z`;
	const ms = (number: number) => Date.UTC(2026, 0, number);

	it.each<[IDataObject, number | undefined]>([
		[{ created_at: day(1) }, ms(1)],
		[{ created_at: day(1), updated_at: day(9) }, ms(1)],
		[{ created_at: day(1), scheduled_at: day(5) }, ms(5)],
		[{ created_at: day(1), schedule: { scheduled_at: day(5) } }, ms(5)],
		[{ created_at: day(1), destinations: [{ published_at: day(3) }] }, ms(3)],
		[{ destinations: [{ outcome: { failed_at: day(2) } }] }, ms(2)],
		[{ created: ms(4) / 1_000 }, ms(4)],
		[{ createdAt: ms(4) }, ms(4)],
		[{ created_at: null, scheduled_at: 'soon' }, undefined],
		[{ created_at: '2026' }, ms(1)],
		[{ created: 100_000_000_000 }, 100_000_000_000],
		[{ attempted_at: ms(4) / 1_000 }, ms(4)],
		[{ attempted_at: String(ms(4)) }, ms(4)],
		[{ created: 350 }, undefined],
		[{ created: 0, createdAt: -1, created_at: '1970-01-01' }, undefined],
	])('include the latest time of %j', (record, expected) => {
		expect(readLatestMs(record)).toBe(expected);
	});

	it('include the creation', () => {
		expect(readCreatedMs({ created_at: day(1), published_at: day(2) })).toBe(ms(1));
		expect(readCreatedMs({ published_at: day(2) })).toBeUndefined();
	});
});

it.each(['2027-03-14T09:00:00Z', 1_805_014_800, 1_805_014_800_000, '1805014800'])(
	'an attempt at %j was made at the same time for a delivery and for a webhook',
	(attempted_at) => {
		const attemptedAtMs = Date.UTC(2027, 2, 14, 9);
		expect(readEndedMs({ attempted_at })).toBe(attemptedAtMs);
		expect(readWebhookDelivery({ id: 'd', attempted_at })).toMatchObject({ attemptedAtMs });
	},
);

it('the response time of a webhook is not read as the time of the attempt', () => {
	const delivery = { id: 'd', response_time: 350, created_at: '2027-03-14' };
	expect(readWebhookDelivery(delivery)?.attemptedAtMs).toBe(Date.parse('2027-03-14'));
	expect(readWebhookDelivery({ id: 'd', response_time: 350 })?.attemptedAtMs).toBe(0);
});

it.each<[IDataObject, number | undefined]>([
	[{ scheduled_at: '2027-03-14T09:00:00Z' }, Date.UTC(2027, 2, 14, 9)],
	[{ scheduled_at: null, publish_at: '2027-03-14' }, Date.UTC(2027, 2, 14)],
	[{ scheduledAt: 1_805_014_800 }, Date.UTC(2027, 2, 14, 9)],
	[{ scheduled_at: '2027-03-14T09:00:00' }, Date.UTC(2027, 2, 14, 9)],
	[{ schedule: { scheduled_at: '2027-03-14T09:00:00Z' } }, Date.UTC(2027, 2, 14, 9)],
	[{ scheduled_for: '2027-03-14T09:00:00Z', schedule: null }, Date.UTC(2027, 2, 14, 9)],
	[{ scheduled_at: null }, undefined],
])('%j is to be published at %s', (post, expected) => {
	expect(readScheduledMs(post)).toBe(expected);
});
