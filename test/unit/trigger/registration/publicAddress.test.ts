import { checkPublicAddress } from '../../../../nodes/SocialPublishing/trigger/registration/desiredWebhook';
import { useTriggerHarness } from '../../support/triggerHarness';

const SERVICE = 'https://service.example.com/api/v1';
const LOCAL_SERVICE = 'http://127.0.0.1:4010/api/v1';

const harness = useTriggerHarness();

describe('an accepted webhook address', () => {
	it.each([
		'https://n8n.example.com/webhook/a/webhook',
		'https://n8n.example.com:8443/webhook/a/webhook',
		'https://9.9.9.9/webhook/a/webhook',
		'https://localhost.example.com/x',
		'https://xn--bcher-kva.example/x',
		// The service decides.
		'https://10.1.2.3/x',
		'https://n8n.internal/x',
	])('may be %s', (url) => {
		expect(() => checkPublicAddress(url, SERVICE)).not.toThrow();
		expect(() => checkPublicAddress(url, LOCAL_SERVICE)).not.toThrow();
	});
});

describe('the webhook address', () => {
	it.each([
		['http://n8n.example.com/x', 'does not start with https://'],
		['http://9.9.9.9/x', 'does not start with https://'],
		['n8n.example.com/x', 'is not a web address'],
		['', 'is not a web address'],
		['http://192.168.1.5:5678/x', 'does not start with https://'],
		['http://n8n:5678/x', 'does not start with https://'],
	])('%s %s', (url, reason) => {
		expect(() => checkPublicAddress(url, SERVICE)).toThrow(reason);
		expect(() => checkPublicAddress(url, LOCAL_SERVICE)).toThrow(reason);
	});
});

it.each([
	'http://localhost:5678/x',
	'http://127.0.0.1:5678/x',
	'https://127.8.9.10/x',
	'http://[::1]:5678/x',
])('the webhook address %s is accepted only by a service on the same machine', (url) => {
	expect(() => checkPublicAddress(url, LOCAL_SERVICE)).not.toThrow();
	expect(() => checkPublicAddress(url, SERVICE)).toThrow('can only be reached from this machine');
});

it('the error about a refused address names the setting, and no request is sent', async () => {
	const host = await harness.start({}, { publicOrigin: 'http://n8n.example.com:5678' });
	await expect(host.activate()).rejects.toMatchObject({
		// n8n shows only the message.
		message: expect.stringMatching(
			/http:\/\/n8n\.example\.com:5678\/.*WEBHOOK_URL \(in newer versions: N8N_WEBHOOK_URL\).*https:\/\/.*Social Publishing Poll Trigger/,
		),
	});
	expect(harness.requests()).toEqual([]);
});

it('the error about an address that the service refuses names the setting, too', async () => {
	const host = await harness.start({}, { publicOrigin: 'https://10.1.2.3' });
	await expect(host.activate()).rejects.toMatchObject({
		message: expect.stringMatching(
			/must not be in a private network.*https:\/\/10\.1\.2\.3\/.*WEBHOOK_URL \(in newer versions: N8N_WEBHOOK_URL\).*Social Publishing Poll Trigger/,
		),
	});
});

it.each([409, 422])(
	'the error about an address that another webhook has says what to delete (%d)',
	async (status) => {
		harness.service.faults.add({
			operation: 'create_webhook',
			action: { kind: 'status', when: 'before', status, code: 'url_taken' },
		});
		const host = await harness.start();
		await expect(host.activate()).rejects.toThrow(/delete it with the resource Webhook/);
	},
);
