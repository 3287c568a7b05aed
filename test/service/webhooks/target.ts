import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

import { invalidField } from '../core/errors';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Address ranges that are not public. */
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

/** Classifies an IPv4 or IPv6 address; an IPv4-mapped IPv6 address counts as IPv4. */
export function addressKind(address: string): AddressKind {
	const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
	if (loopback.check(address, family)) return 'loopback';
	return nonPublic.check(address, family) ? 'private' : 'public';
}

/**
 * The addresses that a webhook's host resolves to. Empty for a name that does not resolve: it may
 * still resolve when an event is sent.
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

/** Throws 422 if a URL is not public HTTPS; `allowLoopback` also admits loopback, including over HTTP. */
export async function requirePublicTarget(target: string, allowLoopback: boolean): Promise<void> {
	const refuse = (message: string) => invalidField('url', message, 'webhook_url_refused');
	if (!URL.canParse(target)) throw refuse('is not a URL');
	const url = new URL(target);
	if (url.username || url.password) throw refuse('must not contain a user name or password');
	const kinds = (await addressesOf(url.hostname)).map(addressKind);
	const isLoopback = kinds.length > 0 && kinds.every((kind) => kind === 'loopback');
	if (isLoopback && allowLoopback && /^https?:$/.test(url.protocol)) return;
	if (url.protocol !== 'https:') throw refuse('must be an HTTPS address');
	const isLocalName = /\.(local|internal|lan|home\.arpa)$/i.test(url.hostname);
	if (isLocalName || kinds.some((kind) => kind !== 'public')) {
		throw refuse('must not be in a private network');
	}
}
