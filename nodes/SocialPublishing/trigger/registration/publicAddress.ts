import { InputFailure } from '../../shared/failure';
import { isLoopback } from '../../transport/address';

/**
 * Refuses an address of this n8n that the service would not send to, before it is asked.
 *
 * @param serviceUrl `{base_url}`: a service on this very machine reaches loopback addresses
 * @throws InputFailure that says what to set
 */
export function checkPublicAddress(webhookUrl: string, serviceUrl: string): void {
	if (!URL.canParse(webhookUrl)) throw refusal(webhookUrl, 'is not a web address');
	const url = new URL(webhookUrl);
	if (isLoopback(url) && isLoopback(new URL(serviceUrl))) return;
	if (isPrivate(url)) throw refusal(webhookUrl, 'is in a private network');
	if (url.protocol !== 'https:') throw refusal(webhookUrl, 'does not start with https://');
}

function refusal(webhookUrl: string, reason: string): InputFailure {
	return new InputFailure(
		`The service cannot send events to this n8n: its webhook address ${webhookUrl} ${reason}`,
		'Set the environment variable WEBHOOK_URL of n8n to its public address, for example https://n8n.example.com/, and restart n8n. Nothing was sent.',
	);
}

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/** Networks that cannot be reached from outside, as the first address and the number of fixed bits. */
const PRIVATE_NETWORKS: Array<[string, number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
];

/** By the text alone: what a name resolves to is for the service to find out. */
function isPrivate({ hostname }: URL): boolean {
	const host = hostname.replace(/\.$/, '').toLowerCase();
	if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1));
	if (/^[\d.]+$/.test(host)) return isPrivateIpv4(toNumber(host));
	// A name without a dot is known in its own network only.
	return PRIVATE_NAME.test(host) || !host.includes('.');
}

function isPrivateIpv4(address: number): boolean {
	return PRIVATE_NETWORKS.some(([network, bits]) => {
		const size = 2 ** (32 - bits);
		return Math.floor(address / size) === Math.floor(toNumber(network) / size);
	});
}

function toNumber(address: string): number {
	return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** In the short form that `URL` gives: loopback, unspecified, local, multicast, and IPv4 written as IPv6. */
function isPrivateIpv6(address: string): boolean {
	const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address);
	if (mapped !== null) {
		const [high, low] = mapped.slice(1).map((part) => parseInt(part, 16));
		return isPrivateIpv4((high ?? 0) * 65_536 + (low ?? 0));
	}
	return /^(::1?$|f[cd]|fe[89a-f]|ff)/.test(address);
}
