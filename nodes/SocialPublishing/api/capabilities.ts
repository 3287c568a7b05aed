import type { IDataObject } from 'n8n-workflow';

import { getOrCompute, memoize } from '../shared/maps';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';

/** The capabilities that one run of a node has asked for, by workspace. */
const capabilitiesOf = memoize<Connection, Map<string, Promise<IDataObject>>>(() => new Map());

/** The capabilities of a workspace, read once in a run; empty where they cannot be read. */
export async function knownCapabilities(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject> {
	return await getOrCompute(
		capabilitiesOf(connection),
		workspacePath,
		async () => await readIfPossible(connection, workspacePath),
	);
}

async function readIfPossible(connection: Connection, workspacePath: string): Promise<IDataObject> {
	return await readCapabilities(connection, workspacePath, 'read the capabilities').catch(
		(error: unknown) => {
			if (error instanceof ServiceFailure && !(error instanceof CancelledFailure)) return {};
			throw error;
		},
	);
}

/** The capabilities of a workspace as the service sends them. */
export async function readCapabilities(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<IDataObject> {
	const { data } = await call(connection, {
		purpose,
		method: 'GET',
		path: `${workspacePath}/capabilities`,
		safety: 'safe',
	});
	return readRecord(data);
}
