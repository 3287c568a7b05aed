import type { IDataObject } from 'n8n-workflow';

import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import type { Call, ServiceResponse } from '../transport/types';
import { findResponse, jsonRpcCall, readResponse } from './jsonRpc';
import { encodeHeaderValue } from './paramHeaders';
import {
	CURRENT_VERSION,
	isCurrentError,
	readSupportedVersions,
	SESSION_VERSIONS,
	UNSUPPORTED_VERSION,
} from './protocolErrors';
import { CLIENT_INFO, endSession, openSession, sessionCall, type Session } from './session';

/** Constant, because each HTTP request carries a single JSON-RPC request. */
const REQUEST_ID = 1;

type ToolsRequest = {
	method: 'tools/list' | 'tools/call';
	params: IDataObject & { name?: string };
	/** Headers that mirror arguments of the call. */
	paramHeaders?: Record<string, string>;
} & Pick<Call, 'purpose' | 'safety' | 'wasSentBefore' | 'repeatAdvice'> &
	Partial<Pick<Call, 'readResponse' | 'explanations'>>;

/** The session of each connection to a service with an earlier version of the protocol. */
const sessions = new WeakMap<Connection, Session>();

/**
 * Sends a request to the MCP endpoint, in the version of the protocol that the service supports. The `data` of the response is
 * the JSON-RPC result.
 *
 * The version is found out with the list of tools, which comes before any call, so that no command depends on it.
 */
export async function sendToolsRequest(
	connection: Connection,
	request: ToolsRequest,
): Promise<ServiceResponse> {
	const refusal: Refusal = { status: 0, supported: [], isRateLimit: false, isFault: false };
	const send = async () =>
		await call(connection, toCall(request, sessions.get(connection), refusal));
	return await send().catch(async (error: unknown) => {
		if (!(error instanceof RefusedFailure)) throw error;
		const session = sessions.get(connection);
		if (session === undefined && isVersionListed(request, refusal)) return await send();
		const version = sessionVersion(request, session, refusal, error);
		if (version === undefined) throw error;
		const opened = await openSession(connection, request.purpose, version).catch(asNoSession);
		if (opened !== undefined) sessions.set(connection, opened);
		// Without sessions, a fault of the server was just that: it may pass.
		else if (!refusal.isFault) throw error;
		return await send();
	});
}

/** Call it after the last request: ends the session of the connection, if there is one. Does not wait for the service. */
export function closeTools(connection: Connection): void {
	const session = sessions.get(connection);
	if (session !== undefined) endSession(connection, session);
	sessions.delete(connection);
}

/** A service that refuses a session has none, so its first refusal says more. */
function asNoSession(error: unknown): undefined {
	if (!(error instanceof RefusedFailure)) throw error;
}

/** What a refusal says about the protocol. */
interface Refusal {
	status: number;
	/** Of JSON-RPC; undefined if the body is something else. */
	code?: unknown;
	/** The versions that the service supports instead. */
	supported: string[];
	isRateLimit: boolean;
	/** It was a fault of the server, which counts as a refusal only until a session has been tried. */
	isFault: boolean;
}

function isVersionListed({ method }: ToolsRequest, { code, supported }: Refusal): boolean {
	return (
		method === 'tools/list' && code === UNSUPPORTED_VERSION && supported.includes(CURRENT_VERSION)
	);
}

/** The version to propose for a session; undefined if a session would not help. */
function sessionVersion(
	{ method, safety }: ToolsRequest,
	session: Session | undefined,
	{ status, code, supported, isRateLimit }: Refusal,
	{ isForeign, effect }: RefusedFailure,
): string | undefined {
	if (session !== undefined) {
		// The session has expired. The status may also come from a proxy, so a command must be refused by the service itself.
		const isCertain = safety === 'safe' || (!isForeign && effect === 'none');
		return status === 404 && isCertain ? session.version : undefined;
	}
	if (method !== 'tools/list' || isRateLimit) return undefined;
	if (code === UNSUPPORTED_VERSION)
		return SESSION_VERSIONS.find((version) => supported.includes(version));
	const isRefusedRequest = status === 400 || (status === 200 && code !== undefined);
	return isRefusedRequest && !isCurrentError(code) ? SESSION_VERSIONS[0] : undefined;
}

function toCall(request: ToolsRequest, session: Session | undefined, refusal: Refusal): Call {
	const { method, params, paramHeaders, readResponse: read = readResponse, ...rest } = request;
	return {
		...rest,
		...(session === undefined
			? independentCall({ method, params, paramHeaders })
			: sessionCall(session, method, params)),
		readResponse(status, body, headers) {
			const envelope = read(status, body, headers);
			if (envelope.data !== undefined) return envelope;
			const { error } = findResponse(body.toString('utf8'), headers) ?? {};
			const { code, data } = readRecord(error);
			refusal.status = status;
			refusal.code = code;
			refusal.supported = readSupportedVersions(data);
			refusal.isRateLimit = envelope.rateLimit !== undefined;
			// A service with sessions may fail at a request outside of them, so a session is tried before a retry.
			const isOutside = session === undefined && method === 'tools/list';
			if (!isOutside || envelope.isFault !== true || refusal.isFault) return envelope;
			refusal.isFault = true;
			return { ...envelope, isFault: false };
		},
	};
}

function independentCall({
	method,
	params,
	paramHeaders,
}: Pick<ToolsRequest, 'method' | 'params' | 'paramHeaders'>): Omit<Call, 'purpose' | 'safety'> {
	const { name } = params;
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': CURRENT_VERSION,
		'io.modelcontextprotocol/clientCapabilities': {},
		'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
	};
	const headers = {
		...paramHeaders,
		'MCP-Protocol-Version': CURRENT_VERSION,
		'Mcp-Method': method,
		...(name !== undefined && { 'Mcp-Name': encodeHeaderValue(name) }),
	};
	return jsonRpcCall(headers, { id: REQUEST_ID, method, params: { ...params, _meta } });
}
