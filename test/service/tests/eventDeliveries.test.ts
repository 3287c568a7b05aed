import { createHmac, timingSafeEqual } from 'node:crypto';

import { eventTypes } from '..';
import { data, refusal, useClient } from './client';
import { useReceiver } from './receiver';

const client = useClient({ allowLoopbackWebhooks: true });
const receiver = useReceiver();

const MINUTE_MS = 60_000;
const hooks = () => `${client.workspace()}/webhooks`;
const create = async (events: readonly string[] = eventTypes, url = receiver.url) =>
	data(await client.send('POST', hooks(), { body: { url, events } }));
const deliveries = async (id: string) =>
	data(await client.get(`${hooks()}/${id}/deliveries`)).items;
const emit = () =>
	client.service.emit(client.service.workspaceId(), 'post.created', {
		post_id: 'p',
		status: 'draft',
	});

describe('deliveries', () => {
	test('contain the event and a signature of the raw body', async () => {
		const startSeconds = Math.floor(Date.now() / 1000);
		const { signing_secret: secret } = await create(['post.created']);
		const { id } = await client.draft(['Bread on Shortpost']);
		await client.service.clock.advance(1_000);
		const [got] = receiver.received;
		if (!got) throw new Error('Nothing came');
		expect(got.event).toEqual({
			id: client.service.events[0]?.id,
			type: 'post.created',
			workspace_id: client.service.workspaceId(),
			created_at: expect.stringMatching(/Z$/),
			data: { post_id: id, status: 'draft' },
		});
		expect(got.headers['content-type']).toBe('application/json');
		const [, t, v1] = /^t=(\d+),v1=([\w-]+)$/.exec(String(got.headers['service-signature'])) ?? [];
		expect(Number(t)).toBeGreaterThanOrEqual(startSeconds);
		expect(Number(t)).toBeLessThanOrEqual(Date.now() / 1000);
		const digest = createHmac('sha256', String(secret)).update(`${t}.${got.body}`).digest();
		expect(timingSafeEqual(digest, Buffer.from(v1 ?? '', 'base64url'))).toBe(true);
	});

	test('that fail are retried after 1, 5, 30, 120 and 720 minutes with the same event ID', async () => {
		receiver.answer.status = 500;
		const { id } = await create(['post.created']);
		const event = emit();
		await client.service.clock.advance(0);
		const counts: number[] = [];
		for (const minutes of [1, 5, 30, 120, 720, 10_000]) {
			await client.service.clock.advance(minutes * MINUTE_MS - 10_000);
			const early = receiver.received.length;
			await client.service.clock.advance(11_000);
			counts.push(early, receiver.received.length);
		}
		expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6]);
		expect(new Set(receiver.received.map(({ event: { id } }) => id))).toEqual(new Set([event.id]));
		expect(await deliveries(id)).toMatchObject(
			[6, 5, 4, 3, 2, 1].map((attempt) => ({
				attempt,
				status: 'failed',
				response_status: 500,
				event_id: event.id,
			})),
		);
	});

	test('that failed can be replayed with the same event ID', async () => {
		receiver.answer.status = 410;
		const { id } = await create(['post.created']);
		const event = emit();
		await client.service.clock.advance(0);
		const [failed] = await deliveries(id);
		receiver.answer.status = 204;
		const path = `${hooks()}/${id}/deliveries/${String(failed?.['delivery_id'])}/replay`;
		const replayed = await client.send('POST', path);
		expect(replayed.status).toBe(202);
		await client.service.clock.advance(0);
		await client.service.clock.settled();
		expect(receiver.received.map((got) => got.event.id)).toEqual([event.id, event.id]);
		const [latest] = await deliveries(id);
		expect(latest).toMatchObject({ status: 'succeeded', event_id: event.id });
		const done = String(latest?.['delivery_id']);
		const again = await client.send('POST', `${hooks()}/${id}/deliveries/${done}/replay`);
		expect(refusal(again)).toEqual([409, 'delivery_not_failed']);
	});

	test('never follow a redirect', async () => {
		Object.assign(receiver.answer, { status: 307, headers: { Location: receiver.url } });
		const { id } = await create(['post.created']);
		emit();
		await client.service.clock.advance(0);
		expect(receiver.received).toHaveLength(1);
		expect(await deliveries(id)).toMatchObject([{ status: 'failed', error: 'redirect_refused' }]);
	});

	test('are withheld while access is lost and retried when it returns', async () => {
		const { id } = await create(['post.created']);
		client.service.setEntitlement({ addOnActive: false });
		emit();
		await client.service.clock.advance(0);
		expect(receiver.received).toEqual([]);
		client.service.setEntitlement({ addOnActive: true });
		expect(await deliveries(id)).toMatchObject([{ status: 'failed', error: 'addon_required' }]);
		await client.service.clock.advance(MINUTE_MS);
		expect(receiver.received).toHaveLength(1);
		client.service.revokeToken(client.service.token);
		emit();
		await client.service.clock.advance(0);
		expect(receiver.received).toHaveLength(1);
	});

	test('are listed without content or secrets, with the reason if the receiver is down', async () => {
		const { id } = await create(['post.created'], 'http://127.0.0.1:1/x');
		emit();
		await client.service.clock.advance(0);
		const [delivery] = await deliveries(id);
		expect(delivery).toMatchObject({
			status: 'failed',
			response_status: null,
			error: 'ECONNREFUSED',
		});
		expect(Object.keys(delivery ?? {})).not.toContain('data');
	});
});
