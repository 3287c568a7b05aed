import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';

const LOOPBACK_HOSTS = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export function isLoopback(url: URL): boolean {
	return LOOPBACK_HOSTS.test(url.hostname);
}

/** Whether a file may be fetched from an address, or sent there: it uses HTTPS or, like the service, is on this machine. */
export function isSafeAddress(url: URL, serviceUrl: string): boolean {
	if (url.protocol === 'https:') return true;
	return url.protocol === 'http:' && isLoopback(url) && isLoopback(new URL(serviceUrl));
}

/** The credential field that contains an address. */
export type AddressName = 'Base URL' | 'MCP URL';

/** The end of every Base URL. */
const API_PATH = '/api/v1';

/**
 * Checks and normalizes an address of the service from the credential. Adds https:// if it is missing, and the path of the
 * API to a Base URL.
 *
 * The token must not cross a network in clear text, so only HTTPS and loopback addresses pass.
 *
 * @throws InputFailure that names the credential field
 */
export function checkedAddress(raw: unknown, fieldName: AddressName): string {
	const text = withProtocol(typeof raw === 'string' ? raw.trim() : '');
	const problem = problemWith(text);
	if (problem !== undefined) {
		throw new InputFailure(
			`The '${fieldName}' of the credential ${problem}`,
			`Open the credential and correct the '${fieldName}'.`,
		);
	}
	const address = withoutEndingSlash(new URL(text));
	return fieldName === 'Base URL' ? withApiPath(address) : address;
}

function problemWith(text: string): string | undefined {
	if (text === '') return 'is empty';
	if (!URL.canParse(text)) return 'is not a web address';
	const url = new URL(text);
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
		return 'must not contain a user name, a query or a fragment';
	const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
	return isSafe ? undefined : 'must start with https://';
}

/** People copy addresses as their browser shows them. */
function withProtocol(text: string): string {
	// A number after the colon is a port.
	if (text === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return text;
	const isOwnMachine = URL.canParse(`http://${text}`) && isLoopback(new URL(`http://${text}`));
	return `${isOwnMachine ? 'http' : 'https'}://${text}`;
}

function withApiPath(address: string): string {
	return address.endsWith(API_PATH) ? address : address.replace(/(\/api)?$/, API_PATH);
}

/** Normalizes an address: host in lower case, no default port, no trailing slash. */
function normalizeAddress(text: string): string {
	return URL.canParse(text) ? withoutEndingSlash(new URL(text)) : text.replace(/\/+$/, '');
}

function withoutEndingSlash({ href }: URL): string {
	return href.replace(/\/+$/, '');
}

/** Whether two addresses are the same once normalized. */
export function isSameAddress(one: unknown, other: string): boolean {
	return typeof one === 'string' && normalizeAddress(one) === normalizeAddress(other);
}

/**
 * Joins opaque IDs into a path: every segment is encoded, so an ID can contain any character.
 *
 * @throws InputFailure for `.` and `..`, which lead to another address even when encoded
 */
export function path(...segments: Array<string | number>): string {
	const step = segments.find((segment) => segment === '.' || segment === '..');
	if (step !== undefined) throw new InputFailure(`"${step}" cannot be an ID`);
	return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/**
 * The token of a credential, without surrounding spaces, which copying may add.
 *
 * @throws InputFailure if it is missing or invalid
 */
export function checkedToken(raw: unknown): string {
	const token = typeof raw === 'string' ? raw.trim() : '';
	if (token === '') {
		throw new InputFailure(
			"The 'API Token' of the credential is empty",
			'Create a token in your account settings (API access) and paste it into the credential.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new InputFailure(
			"The 'API Token' of the credential contains a space or an invalid character",
			'Copy the complete token again, without any other text, and paste it into the credential.',
		);
	}
	return token;
}

/**
 * Adds the token to a request, but only if it goes to one of the credential's own addresses: n8n's HTTP Request
 * node can use the credential too, with any address.
 *
 * @throws InputFailure before anything is sent
 */
export function authorize(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, assistantTools, mcpUrl, apiToken } = credentials;
	const addresses = [checkedAddress(baseUrl, 'Base URL')];
	if (assistantTools === true && typeof mcpUrl === 'string' && mcpUrl.trim() !== '') {
		addresses.push(checkedAddress(mcpUrl, 'MCP URL'));
	}
	const target = new URL(request.url, request.baseURL);
	if (!addresses.some((address) => new URL(address).origin === target.origin)) {
		throw new InputFailure(
			'The token of this credential is only sent to the address of the service',
			"Use an address that starts with the 'Base URL' of the credential.",
		);
	}
	return {
		...request,
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...request.headers, Authorization: `Bearer ${checkedToken(apiToken)}` },
	};
}
