import type { IDataObject } from 'n8n-workflow';

import { readWebhookDelivery } from '../../../../nodes/SocialPublishing/api/readings/webhook';
import {
	hasLatestFailed,
	isAlive as isWebhookAlive,
} from '../../../../nodes/SocialPublishing/trigger/registration/endpoint';
import { respondingConnection } from '../../support/respondingConnection';

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
		expect(isAlive(at(1, failed), at(3, failed), at(2, succeeded))).toBe(false);
	});

	it('is alive if the time of a delivery that did not fail is unknown', () => {
		expect(isAlive(at(1, failed), succeeded)).toBe(true);
		expect(isAlive(failed, succeeded)).toBe(true);
		expect(isAlive(failed, failed)).toBe(false);
	});

	it.each([['at'], ['sent_at'], ['timestamp'], ['finished_at']])(
		'is judged by the delivery time in the field %s',
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
	])('after the latest delivery %j is alive: %s', (record, expected) => {
		expect(isAlive(at(1, record))).toBe(expected);
	});
});

describe('a webhook', () => {
	const webhook = { id: '1', baseUrl: '', workspacePath: '/w', url: '', listedUrl: '' };
	const failures = (...minutes: number[]) =>
		minutes.map((minute, id) => ({
			id,
			...failed,
			attempted_at: new Date(minute * 60_000).toISOString(),
		}));
	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

	it.each<[string, boolean, IDataObject[]]>([
		['is alive without deliveries', true, []],
		['is not alive if its only delivery has failed', false, failures(1)],
		['is alive if a delivery cannot be read', true, [...failures(1), { status: 'failed' }]],
		[
			'is not alive if a full page of failed deliveries begins with the newest',
			false,
			failures(...upTo(100).reverse()),
		],
		[
			'is alive if a full page of failed deliveries begins with the oldest',
			true,
			failures(...upTo(100)),
		],
		[
			'is alive if a full page of failed deliveries has no order',
			true,
			failures(...upTo(100).map(() => 1)),
		],
		[
			'is not alive if the list of failed deliveries is complete and begins with the oldest',
			false,
			failures(...upTo(99)),
		],
	])('%s', async (_what, expected, items) => {
		const { connection, requests } = respondingConnection({ body: { data: { items } } });
		expect(await isWebhookAlive(connection, webhook)).toBe(expected);
		expect(requests).toEqual(['GET /w/webhooks/1/deliveries?limit=100']);
	});

	it('is alive if its deliveries cannot be listed', async () => {
		const { connection } = respondingConnection({ status: 403 });
		expect(await isWebhookAlive(connection, webhook)).toBe(true);
	});
});
