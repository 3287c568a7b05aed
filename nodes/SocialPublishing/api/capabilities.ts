import type { IDataObject } from 'n8n-workflow';

import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';

/** What one run of a node has asked for. */
const readings = new WeakMap<Connection, Map<string, Promise<IDataObject>>>();

/** The capabilities of a workspace, read once in a run; empty where they cannot be read. */
export async function readCapabilities(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject> {
	const known = readings.get(connection) ?? new Map<string, Promise<IDataObject>>();
	readings.set(connection, known);
	const reading = known.get(workspacePath) ?? fetchCapabilities(connection, workspacePath);
	known.set(workspacePath, reading);
	return await reading;
}

async function fetchCapabilities(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject> {
	const response = await call(connection, {
		purpose: 'read the capabilities',
		method: 'GET',
		path: `${workspacePath}/capabilities`,
		safety: 'safe',
	}).catch((error: unknown) => {
		if (error instanceof ServiceFailure && !(error instanceof CancelledFailure)) return undefined;
		throw error;
	});
	return readRecord(response?.data);
}
