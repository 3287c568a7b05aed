import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

import { invalidField } from '../core/errors';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Address ranges that no public receiver has. */
const nonPublic = new BlockList();
for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const) {
	nonPublic.addSubnet(network, prefix);
}
for (const [network, prefix] of [
	['::', 128],
	['fc00::', 7],
	['fe80::', 10],
	['ff00::', 8],
] as const) {
	nonPublic.addSubnet(network, prefix, 'ipv6');
}

export type AddressKind = 'loopback' | 'private' | 'public';

/** Kind of an IPv4 or IPv6 address; IPv4 written as IPv6 counts as what it stands for. */
export function addressKind(address: string): AddressKind {
	const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
	if (loopback.check(address, family)) return 'loopback';
	return nonPublic.check(address, family) ? 'private' : 'public';
}

/**
 * The addresses a webhook's host stands for. A name that does not resolve here has none: it may
 * well resolve when an event is sent.
 */
async function addressesOf(hostname: string): Promise<string[]> {
	const literal = hostname.replace(/^\[(.*)\]$/, '$1');
	if (isIP(literal)) return [literal];
	if (/(^|\.)localhost$/i.test(literal)) return ['127.0.0.1'];
	try {
		return (await lookup(literal, { all: true })).map(({ address }) => address);
	} catch {
		return [];
	}
}

/** Refuses (422) an address that is not public HTTPS; the switch admits loopback, also over HTTP. */
export async function requirePublicTarget(address: string, allowLoopback: boolean): Promise<void> {
	const refuse = (message: string) => invalidField('url', message, 'webhook_url_refused');
	if (!URL.canParse(address)) throw refuse('is not a URL');
	const url = new URL(address);
	if (url.username || url.password) throw refuse('must not hold a user name or password');
	const kinds = (await addressesOf(url.hostname)).map(addressKind);
	const isLoopback = kinds.length > 0 && kinds.every((kind) => kind === 'loopback');
	if (isLoopback && allowLoopback && /^https?:$/.test(url.protocol)) return;
	if (url.protocol !== 'https:') throw refuse('must be an HTTPS address');
	const isLocalName = /\.(local|internal|lan|home\.arpa)$/i.test(url.hostname);
	if (isLocalName || kinds.some((kind) => kind !== 'public')) {
		throw refuse('must not be in a private network');
	}
}
