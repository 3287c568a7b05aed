import { isSuccess } from '../transport/retry';
import type { Connection, Readable } from '../transport/connection';
import { sendRequest } from '../transport/request';
import { badRedirect } from './fileFailure';
import { describeAddress, parseWebAddress } from './webAddress';

/** As many as web browsers follow. */
const MOST_REDIRECTS = 20;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
/** Until the headers of a response. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** The response of the server that has the file. */
export interface AddressResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** The file, unread; undefined if the status is not a success. */
	body: Readable | undefined;
}

/**
 * Requests what is at a web address. Neither the credential nor any header of the node is sent along. Redirects are
 * followed one by one, so that n8n's own protection checks each address.
 *
 * @throws FileFailure for a redirect that leads nowhere; NetworkFailure, CancelledFailure
 */
export async function requestAddress(
	{ functions }: Connection,
	address: URL,
	signal: AbortSignal,
): Promise<AddressResponse> {
	let url = address;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const request = {
			method: 'GET',
			url: url.href,
			headers: {},
			timeoutMs: RESPONSE_TIMEOUT_MS,
			responseAs: 'stream',
		} as const;
		const { status, headers, body } = await sendRequest(functions, undefined, request, signal);
		const stream = Buffer.isBuffer(body) ? undefined : body;
		if (isSuccess(status)) return { status, headers, body: stream };
		stream?.destroy();
		const { location } = headers;
		if (!REDIRECT_STATUSES.includes(status) || location === undefined) {
			return { status, headers, body: undefined };
		}
		const target = parseWebAddress(location, url);
		if (target === undefined) {
			throw badRedirect(describeAddress(address), 'to something that is not a web address');
		}
		url = target;
	}
	throw badRedirect(describeAddress(address), `more than ${MOST_REDIRECTS} times`);
}
