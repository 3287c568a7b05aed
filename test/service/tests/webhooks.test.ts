import { eventTypes } from '..';
import { Client, data, refusal, useClient } from './client';
import { useReceiver } from './receiver';

const client = useClient({ allowLoopbackWebhooks: true });
const receiver = useReceiver();

const MINUTE_MS = 60_000;
const hooks = () => `${client.workspace()}/webhooks`;
const create = async (events: readonly string[] = eventTypes, url = receiver.url) =>
	data(await client.send('POST', hooks(), { body: { url, events } }));
const emit = () =>
	client.service.emit(client.service.workspaceId(), 'post.created', {
		post_id: 'p',
		status: 'draft',
	});

describe('webhooks', () => {
	test('show their secret once and belong to the credential that created them', async () => {
		const {
			id,
			signing_secret: secret,
			...webhook
		} = await create(['post.created', 'post.created']);
		expect(secret).toBe(client.service.signingSecret(id));
		expect(webhook).toMatchObject({ url: receiver.url, events: ['post.created'], enabled: true });
		const listed = data(await client.get(hooks())).items;
		expect(listed).toEqual([{ id, ...webhook }]);

		const token = client.service.createToken();
		expect(data(await client.get(hooks(), { token })).items).toEqual([]);
		for (const [method, path] of [
			['PATCH', ''],
			['GET', '/deliveries'],
			['DELETE', ''],
		] as const) {
			const body = method === 'PATCH' ? {} : undefined;
			const answer = await client.send(method, `${hooks()}/${id}${path}`, { token, body });
			expect(answer.status).toBe(404);
		}
	});

	test.each([
		'http://hooks.example.com/x',
		'https://10.1.2.3/x',
		'https://192.168.0.1/x',
		'https://169.254.169.254/x',
		'https://[fd00::1]/x',
		'https://[::ffff:10.0.0.1]/x',
		'https://printer.local/x',
		'https://user:secret@hooks.example.com/x',
		'ftp://127.0.0.1/x',
		'nonsense',
	])('refuse %s', async (url) => {
		const answer = await client.send('POST', hooks(), { body: { url, events: ['post.created'] } });
		expect(refusal(answer)).toEqual([422, 'webhook_url_refused']);
	});

	test('accept a loopback address only if the option allows it, and public HTTPS always', async () => {
		const other = new Client();
		await other.open();
		try {
			const post = async (url: string) =>
				await other.send('POST', `${other.workspace()}/webhooks`, {
					body: { url, events: ['post.created'] },
				});
			for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
				expect((await post(`https://${host}/x`)).status).toBe(422);
			}
			expect((await post('https://93.184.216.34/x')).status).toBe(201);
		} finally {
			await other.close();
		}
	});

	test('need at least one event, and only known ones', async () => {
		for (const events of [[], ['post.exploded'], undefined]) {
			const answer = await client.send('POST', hooks(), { body: { url: receiver.url, events } });
			expect(refusal(answer)).toEqual([422, 'validation_failed']);
		}
	});

	test('can be changed, disabled and deleted', async () => {
		const { id } = await create(['post.created']);
		const patch = async (body: object) => await client.send('PATCH', `${hooks()}/${id}`, { body });
		expect(data(await patch({ events: ['media.ready'] }))).toMatchObject({
			events: ['media.ready'],
		});
		expect((await patch({ url: 'http://10.0.0.1' })).status).toBe(422);
		expect((await patch({ disabled: true })).status).toBe(422);
		await patch({ events: ['post.created'], enabled: false });
		emit();
		await client.service.clock.advance(MINUTE_MS);
		expect(receiver.received).toEqual([]);
		await patch({ enabled: true });
		emit();
		await client.service.clock.advance(MINUTE_MS);
		expect(receiver.received).toHaveLength(1);
		expect((await client.send('DELETE', `${hooks()}/${id}`)).status).toBe(204);
		expect(client.service.state.webhookDeliveries.size).toBe(0);
		emit();
		await client.service.clock.advance(MINUTE_MS);
		expect(receiver.received).toHaveLength(1);
	});
});
