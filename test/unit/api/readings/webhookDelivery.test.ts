import type { IDataObject } from 'n8n-workflow';

import { readWebhookDelivery } from '../../../../nodes/SocialPublishing/api/readings/webhook';

describe('a delivery of an event', () => {
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
