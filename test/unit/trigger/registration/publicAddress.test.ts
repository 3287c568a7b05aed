import { checkPublicAddress } from '../../../../nodes/SocialPublishing/trigger/registration/endpoint';
import { TriggerHarness } from '../../support/triggerHarness';

const SERVICE = 'https://service.example.com/api/v1';
const LOCAL_SERVICE = 'http://127.0.0.1:4010/api/v1';

describe('an accepted webhook address', () => {
	it.each([
		'https://n8n.example.com/webhook/a/webhook',
		'https://n8n.example.com:8443/webhook/a/webhook',
		'https://9.9.9.9/webhook/a/webhook',
		'https://11.0.0.1/x',
		'https://172.15.255.255/x',
		'https://172.32.0.1/x',
		'https://100.128.0.1/x',
		'https://[2606:4700::1111]/x',
		'https://[::ffff:9.9.9.9]/x',
		'https://[2002:909:909::1]/x',
		'https://10.example.com/x',
		'https://localhost.example.com/x',
		'https://xn--bcher-kva.example/x',
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
		...[
			'https://10.1.2.3/x',
			'https://172.16.0.1/x',
			'https://172.31.255.255/x',
			'https://192.168.1.5:5678/x',
			'http://192.168.1.5:5678/x',
			'https://169.254.169.254/x',
			'https://100.64.0.1/x',
			'https://0.0.0.0/x',
			'https://0x0a010203/x',
			'https://[fd12::1]/x',
			'https://[fe80::1]/x',
			'https://[::]/x',
			'https://[::ffff:10.0.0.1]/x',
			'https://n8n/x',
			'http://n8n:5678/x',
			'https://n8n.local/x',
			'https://n8n.internal/x',
			'https://n8n.lan./x',
			'https://home.arpa/x',
			'https://192.0.0.8/x',
			'https://198.19.0.1/x',
			'https://239.1.1.1/x',
			'https://255.255.255.255/x',
			'https://[fec0::1]/x',
			'https://[ff02::1]/x',
			'https://[::ffff:169.254.169.254]/x',
			// Set aside for documentation, or not assigned to anyone.
			'https://203.0.113.9/x',
			'https://[::ffff:203.0.113.9]/x',
			'https://192.0.2.1/x',
			'https://198.51.100.1/x',
			'https://[2001:db8::1]/x',
			'https://[3fff::1]/x',
			'https://[fd::1]/x',
			'https://[::10.0.0.1]/x',
			// Only for use within a network: IPv4 translation, benchmarks, discarded traffic.
			'https://[64:ff9b::9.9.9.9]/x',
			'https://[2001:2::1]/x',
			'https://[100::1]/x',
		].map((url) => [url, 'is not a public address']),
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
	expect(() => checkPublicAddress(url, SERVICE)).toThrow('is not a public address');
});

it('the error about a refused address names the setting, and no request is sent', async () => {
	const harness = new TriggerHarness();
	await harness.open();
	const host = await harness.start({}, { publicOrigin: 'http://n8n.example.com:5678' });
	await expect(host.activate()).rejects.toMatchObject({
		// n8n shows only the message.
		message: expect.stringMatching(
			/http:\/\/n8n\.example\.com:5678\/.*WEBHOOK_URL \(in newer versions: N8N_WEBHOOK_URL\).*https:\/\/.*Social Publishing Poll Trigger/,
		),
	});
	expect(harness.requests()).toEqual([]);
	await harness.close();
});
