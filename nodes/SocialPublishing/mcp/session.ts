import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { ServiceFailure } from '../shared/failure';
import { isRecord, readRecord, textOf } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { readEnvelope } from '../transport/envelope';
import { isSuccess } from '../transport/retry';
import type { Call } from '../transport/types';
import { jsonRpcCall } from './jsonRpc';
import { explainVersions, SESSION_VERSIONS } from './protocolErrors';

/** The product and version that the node states. */
export const CLIENT_INFO = { name: 'n8n-nodes-social-publishing', version: '1' };

/** What requests to a service with an earlier version of the protocol refer to. */
export interface Session {
	version: string;
	/** Undefined for a service that assigns none. */
	id: string | undefined;
	/** Must differ between the requests of a session. */
	nextRequestId: number;
}

/**
 * Opens a session, which changes nothing else at the service.
 *
 * @param version the version to propose
 * @returns undefined if the response does not state a version, so it is not from a service with sessions
 * @throws ServiceFailure also if the node does not support the version of the service
 */
export async function openSession(
	connection: Connection,
	purpose: string,
	version: string,
): Promise<Session | undefined> {
	const opening: Session = { version, id: undefined, nextRequestId: 1 };
	const params = { protocolVersion: version, capabilities: {}, clientInfo: CLIENT_INFO };
	const { data, headers } = await call(connection, {
		...sessionCall(opening, 'initialize', params),
		purpose,
		safety: 'safe',
	});
	const agreed = textOf(readRecord(data).protocolVersion);
	if (agreed === undefined) return undefined;
	if (!SESSION_VERSIONS.includes(agreed)) {
		const { happened, advice } = explainVersions([agreed]);
		throw new ServiceFailure(`Could not ${purpose}: ${happened}`, advice);
	}
	const session = { ...opening, version: agreed, id: headers['mcp-session-id'] };
	await call(connection, {
		...sessionCall(session, 'notifications/initialized', undefined),
		// A notification has no response, so the body is empty.
		readResponse: (status, body) => readEnvelope(status, isSuccess(status) ? NO_BODY : body),
		purpose,
		safety: 'idempotent',
	});
	return session;
}

const NO_BODY = Buffer.alloc(0);

/** @param params undefined for a notification */
export function sessionCall(
	session: Session,
	method: string,
	params: IDataObject | undefined,
): Omit<Call, 'purpose' | 'safety'> {
	const headers = method === 'initialize' ? {} : sessionHeaders(session);
	const request = isRecord(params) && { id: session.nextRequestId++, params };
	return jsonRpcCall(headers, { method, ...request });
}

function sessionHeaders({ version, id }: Session): Record<string, string> {
	return { 'MCP-Protocol-Version': version, ...(id !== undefined && { 'Mcp-Session-Id': id }) };
}

/**
 * Tells the service that a session is no longer needed (MCP, "Session Management"). Returns at once and never fails: the work is
 * done, and a service need not support this.
 */
export function endSession(connection: Connection, session: Session): void {
	if (session.id === undefined) return;
	const headers = sessionHeaders(session);
	const request = { purpose: 'end the session', safety: 'unrepeatable', headers } as const;
	// With this deadline, it is sent at once and once only.
	const withoutRetry = { ...connection, deadlineMs: clock.now() };
	call(withoutRetry, { ...request, method: 'DELETE', path: '' }).catch(() => undefined);
}
