import { InputFailure } from '../../shared/failure';
import { isLoopback } from '../../transport/address';
import { ipaddr } from '../../vendor/libraries';

/**
 * Refuses a webhook address of this n8n that the service would not send to, before any request is made.
 *
 * @param serviceUrl `{base_url}`: a service on the same machine can reach loopback addresses
 * @throws InputFailure that says which setting to change
 */
export function checkPublicAddress(webhookUrl: string, serviceUrl: string): void {
	if (!URL.canParse(webhookUrl)) throw refusal(webhookUrl, 'is not a web address');
	const url = new URL(webhookUrl);
	if (isLoopback(url) && isLoopback(new URL(serviceUrl))) return;
	if (!isPublic(url)) throw refusal(webhookUrl, 'is not a public address');
	if (url.protocol !== 'https:') throw refusal(webhookUrl, 'does not start with https://');
}

function refusal(webhookUrl: string, reason: string): InputFailure {
	return new InputFailure(
		`The service cannot send events to this n8n: its webhook address ${webhookUrl} ${reason}`,
		"Set n8n's environment variable WEBHOOK_URL (in newer versions: N8N_WEBHOOK_URL) to its public address, for example https://n8n.example.com/, and restart n8n. If n8n has no public address, use the node Social Publishing (No Public Address Needed) Trigger instead: it looks for the same events itself. Nothing was sent.",
	);
}

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/** As ipaddr.js names them: ordinary addresses, and those that IANA lists as reachable for a special purpose. */
const PUBLIC_RANGES = new Set<string>(['unicast', '6to4', 'teredo', 'amt', 'as112', 'as112v6']);

/** The only IPv6 addresses that IANA assigns; ipaddr.js counts the unassigned ones as unicast. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Judged by the text alone: what a name resolves to is for the service to find out. */
function isPublic({ hostname }: URL): boolean {
	const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
	if (ipaddr.isValid(host)) return isPublicIp(host);
	// A name without a dot is known only in its own network.
	return host.includes('.') && !PRIVATE_NAME.test(host);
}

function isPublicIp(host: string): boolean {
	// IPv4 written as IPv6 becomes IPv4 again.
	const address = ipaddr.process(host);
	if (address.kind() === 'ipv6' && !address.match(GLOBAL_IPV6)) return false;
	return PUBLIC_RANGES.has(address.range());
}
