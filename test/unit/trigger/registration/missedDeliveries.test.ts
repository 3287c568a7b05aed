import { readWebhookDelivery } from '../../../../nodes/SocialPublishing/api/readings/webhook';
import { findMissedDeliveries } from '../../../../nodes/SocialPublishing/trigger/registration/replayMissed';

describe('the deliveries to replay', () => {
	it('are one per event that never arrived', () => {
		const deliveries = [
			{ delivery_id: 'd5', event_id: 'e2', status: 'failed', attempted_at: '2026-01-01T00:05:00Z' },
			{
				delivery_id: 'd4',
				event_id: 'e1',
				status: 'succeeded',
				attempted_at: '2026-01-01T00:04:00Z',
			},
			{ delivery_id: 'd3', event_id: 'e3', status: 'failed', attempted_at: '2026-01-01T00:03:00Z' },
			{ delivery_id: 'd2', event_id: 'e2', status: 'failed', attempted_at: '2026-01-01T00:02:00Z' },
			{ delivery_id: 'd1', event_id: 'e1', status: 'failed', attempted_at: '2026-01-01T00:01:00Z' },
		];
		const read = deliveries.map(readWebhookDelivery).filter((delivery) => delivery !== undefined);
		expect(findMissedDeliveries(read).map(({ id }) => id)).toEqual(['d2', 'd3']);
	});

	it('are in the order of their times, in whatever order they are listed', () => {
		const at = (id: string, attemptedAtMs: number) => ({
			id,
			eventId: `event ${id}`,
			hasFailed: true,
			attemptedAtMs,
		});
		const deliveries = [at('d1', 1), at('d3', 3), at('d2', 2)];
		expect(findMissedDeliveries(deliveries).map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
		const attempts = deliveries.map((delivery) => ({ ...delivery, eventId: 'event' }));
		expect(findMissedDeliveries(attempts).map(({ id }) => id)).toEqual(['d1']);
	});

	it('are sorted as if listed newest first if they have no times', () => {
		const deliveries = ['d3', 'd2', 'd1'].map((id) => readWebhookDelivery({ id, failed: true }));
		const read = deliveries.filter((delivery) => delivery !== undefined);
		expect(findMissedDeliveries(read).map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
	});

	it('include a failed delivery even if another attempt at the same event is under way', () => {
		const missed = (...statuses: string[]) => {
			const records = statuses.map((status) =>
				readWebhookDelivery({ id: status, event_id: 'e', status }),
			);
			return findMissedDeliveries(records.filter((record) => record !== undefined));
		};
		expect(missed('pending', 'failed')).toMatchObject([{ id: 'failed' }]);
		expect(missed('failed', 'pending')).toMatchObject([{ id: 'failed' }]);
		expect(missed('pending')).toHaveLength(0);
	});

	it.each([
		[{ status: 'failed' }, true],
		[{ status: 'failure' }, true],
		[{ status: 'error' }, true],
		[{ result: 'exhausted' }, true],
		[{ success: false }, true],
		[{ delivered: true }, false],
		[{ status: 'delivered' }, false],
		[{ status: 'delivery_failed' }, true],
		[{ status: 'pending' }, undefined],
		[{ status: 'pending', response_status: null }, undefined],
		[{ response_status: 503 }, true],
		[{ status_code: 204 }, false],
		[{ status: 500 }, true],
		[{ status: '200' }, false],
		[{ status: 'timeout' }, true],
		[{ status: 'http_500' }, true],
		[{ status: 'blocked' }, true],
		[{ failed: true }, true],
		[{ result: { status: 'failed' } }, true],
		[{ outcome: { http_status: 200 } }, false],
		[{ status: 'completed', response_code: 502 }, true],
		[{ status: 'retrying', response_code: 502 }, undefined],
		[{ response_status: 0 }, true],
		[{ response_status: null, error: 'socket hang up' }, true],
		[{ delivered_at: null, failed_at: '2026-01-01T00:00:00Z' }, true],
		[{ response: { status: 204 } }, false],
		[{ attempt: 2 }, undefined],
		[{}, undefined],
	])('exclude a record unless it has failed: %j has hasFailed %s', (record, hasFailed) => {
		expect(readWebhookDelivery({ id: 'd', ...record })).toMatchObject({ id: 'd', hasFailed });
	});

	it.each([
		[{ event_id: 'e' }, 'e'],
		[{ event: { id: 'e' } }, 'e'],
		[{}, undefined],
	])('are grouped by event: %j has the event ID %s', (record, eventId) => {
		expect(readWebhookDelivery({ delivery_id: 'd', ...record })).toMatchObject({ eventId });
	});
});
