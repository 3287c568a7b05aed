import type { Request } from 'express';

import { ServiceError } from '../core/errors';
import type { Service } from '../core/service';
import type { RouteHandler } from './handleRequest';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request names this machine in its Host header, and in its Origin header if it has one. A web page could otherwise
 * reach the service through a name of its own that it points to this machine (DNS rebinding).
 */
export function isFromHere({ settings }: Service, { headers }: Request): boolean {
	const names = [...LOOPBACK_NAMES, settings.host];
	const { host = '', origin } = headers;
	const addresses = [`http://${host}`, ...(origin === undefined ? [] : [origin])];
	return addresses.every(
		(address) => URL.canParse(address) && names.includes(new URL(address).hostname),
	);
}

/** Refuses every request, before it looks at the credential. */
export const foreignHandler: RouteHandler = {
	operationOf: () => undefined,
	bodyLimitBytes: 1_000_000,
	identify: refuse,
	respond: async () => refuse(),
};

function refuse(): never {
	const message = 'The service takes no requests for this host or from this origin.';
	throw new ServiceError(403, 'access_denied', message);
}
