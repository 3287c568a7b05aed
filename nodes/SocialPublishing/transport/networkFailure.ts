import { InputFailure } from '../shared/failure';

export type NetworkFailureKind =
	| 'dns'
	| 'tls'
	| 'refused'
	| 'timeout'
	| 'lost'
	| 'blocked'
	/** The service refused an expired access token, and no new one could be had. */
	| 'renewal'
	/** The body of a response is truncated, or not from the service, such as a proxy's page. */
	| 'garbled';

/** No usable response arrived. */
export class NetworkFailure extends Error {
	constructor(
		readonly kind: NetworkFailureKind,
		readonly code: string | undefined,
	) {
		super(`No usable response (${code ?? kind})`);
		this.name = 'NetworkFailure';
	}

	/** Whether the service may have carried the request out although its response is missing. */
	get mayHaveHadEffect(): boolean {
		return this.kind === 'timeout' || this.kind === 'lost' || this.kind === 'garbled';
	}
}

/** For `withTimeout`: a response, or the rest of its body, did not arrive in time. */
export function timeoutFailure(): NetworkFailure {
	return new NetworkFailure('timeout', 'ETIMEDOUT');
}

const KIND_BY_CODE: Array<[RegExp, NetworkFailureKind]> = [
	[/^(ENOTFOUND|EAI_\w+)$/, 'dns'],
	[/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'refused'],
	// Not ERR_SSL_…, which means that an established connection broke, perhaps after the request was sent.
	[/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_TLS|^EPROTO$/, 'tls'],
	[/^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT)$/, 'timeout'],
	// n8n-workaround(2.39.10, @n8n/backend-network ssrf-blocked-ip.error.js): the errors of n8n's protection of private
	// addresses have no code, only a name.
	[/SSRF|BLOCKED/i, 'blocked'],
];

/**
 * n8n wraps the HTTP client's error: the network's code is in `httpCode`, or in `code` somewhere along the chain
 * of causes. A refusal by the credential's own checks is passed on unchanged.
 */
export function readNetworkFailure(error: unknown): NetworkFailure | InputFailure {
	const links = [...causes(error)];
	for (const link of links) {
		if (link instanceof InputFailure || link instanceof NetworkFailure) return link;
	}
	const codes = links.map(codeOf).filter((code) => code !== undefined);
	for (const code of codes) {
		const kind = KIND_BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
		if (kind !== undefined) return new NetworkFailure(kind, code);
	}
	return new NetworkFailure('lost', codes[0]);
}

function* causes(error: unknown): Generator<object> {
	let link = error;
	for (let depth = 0; depth < 8 && typeof link === 'object' && link !== null; depth++) {
		yield link;
		link = 'cause' in link ? link.cause : undefined;
	}
}

function codeOf(link: object): string | undefined {
	const candidates = [
		'httpCode' in link && link.httpCode,
		'code' in link && link.code,
		link instanceof Error && link.name.startsWith('Ssrf') && link.name,
	];
	return candidates.find((code): code is string => typeof code === 'string' && /[A-Z]/.test(code));
}
