import type { IDataObject } from 'n8n-workflow';

import { readWebhookDelivery } from '../../../../nodes/SocialPublishing/api/webhookRecords';
import { hasLatestFailed } from '../../../../nodes/SocialPublishing/trigger/registration/liveness';

function isAlive(...records: IDataObject[]): boolean {
	const deliveries = records.map((record, index) => readWebhookDelivery({ id: index, ...record }));
	return !hasLatestFailed(deliveries.filter((delivery) => delivery !== undefined));
}

function at(minute: number, record: IDataObject): IDataObject {
	return { attempted_at: `2026-01-01T00:0${minute}:00Z`, ...record };
}

const failed = { status: 'failed', response_status: 502 };
const succeeded = { status: 'succeeded', response_status: 200 };

describe('the address of a webhook', () => {
	it('is alive without deliveries', () => {
		expect(isAlive()).toBe(true);
	});

	it('is judged by the latest delivery, in any order', () => {
		expect(isAlive(at(2, failed), at(1, succeeded))).toBe(false);
		expect(isAlive(at(1, succeeded), at(2, failed))).toBe(false);
		expect(isAlive(at(2, succeeded), at(1, failed))).toBe(true);
		expect(isAlive(at(1, failed), at(2, succeeded))).toBe(true);
		expect(isAlive(at(1, failed), at(1, succeeded))).toBe(true);
		expect(isAlive(at(1, failed), at(2, failed))).toBe(false);
	});

	it('is alive where the time of a delivery that did not fail is unknown', () => {
		expect(isAlive(at(1, failed), succeeded)).toBe(true);
		expect(isAlive(failed, succeeded)).toBe(true);
		expect(isAlive(failed, failed)).toBe(false);
	});

	it.each([['at'], ['sent_at'], ['timestamp'], ['finished_at']])(
		'has deliveries whose time is called %s',
		(name) => {
			const earlier = { ...succeeded, [name]: '2026-01-01T00:00:00Z' };
			const later = { ...failed, [name]: '2026-01-02T00:00:00Z', next_attempt_at: '2025-01-01' };
			expect(isAlive(later, earlier)).toBe(false);
		},
	);

	it.each([
		[{ status: 'failed' }, false],
		[{ status: 'delivery_failed' }, false],
		[{ success: false }, false],
		[{ response_status: 404 }, false],
		[{ status: 'timed_out' }, false],
		[{ error: { code: 'ECONNREFUSED' } }, false],
		[{ failed_at: '2026-01-01T00:00:00Z' }, false],
		[{ status: 'succeeded' }, true],
		[{ status: 'pending' }, true],
		[{ status: 'retrying', response_code: 502 }, true],
		[{ status: 'mystery' }, true],
		[{ status: 'blocked' }, true],
		[{ status: 'failed', error: 'addon_required' }, true],
		[{ status: 'failed', error: { code: 'access_revoked', message: 'Not sent.' } }, true],
		[{ response_status: 0 }, true],
		[{ attempt: 2 }, true],
	])('with the latest delivery %j: alive is %s', (record, expected) => {
		expect(isAlive(at(1, record))).toBe(expected);
	});
});
