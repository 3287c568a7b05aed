import type { IDataObject } from 'n8n-workflow';

import { ignoreRequestFailure, InputFailure, isRequestFailure } from '../shared/failure';
import { firstText, readRecord } from '../shared/json';
import { AgingCache, getOrCompute, getOrRead, memoize } from '../shared/maps';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readRecordId, readOwnName } from './readings/record';

/** A workspace that a credential gives access to. */
export interface Workspace {
	id: string;
	/** Undefined if unknown. */
	name: string | undefined;
}

const LIFETIME_MS = 5 * 60 * 1_000;
/** Of more workspaces, only the first are known. */
export const MAX_LISTED = 50;

/** The ID of the only workspace of each credential. The rate limiter identifies the credential. */
const onlyWorkspaces = new AgingCache<Connection['rateLimiter'], string>(LIFETIME_MS);

/** The workspaces that a run of a node has requested. */
const workspacesOf = memoize<Connection, Map<string, Promise<Workspace[]>>>(() => new Map());

/**
 * The chosen workspace. If none is chosen, all those that the credential gives access to. A single one is cached for five
 * minutes, and longer if it cannot be read again.
 *
 * @param value the value of a Workspace field: expressions also return numbers
 */
export async function possibleWorkspaces(
	connection: Connection,
	value: unknown,
): Promise<Workspace[]> {
	const chosen = firstText(value)?.trim() ?? '';
	if (chosen !== '') return [{ id: chosen, name: undefined }];
	const known = onlyWorkspaces.get(connection.rateLimiter, 'workspace');
	if (known?.isFresh) return [{ id: known.value, name: undefined }];
	const workspaces = await getOrRead(
		workspacesOf(connection),
		'workspaces',
		async () => await readWorkspaces(connection),
	).catch((error: unknown) => {
		if (known === undefined || !isRequestFailure(error)) throw error;
		return [{ id: known.value, name: undefined }];
	});
	const [only, ...others] = workspaces;
	if (only !== undefined && others.length === 0) {
		onlyWorkspaces.set(connection.rateLimiter, 'workspace', only.id);
	}
	return workspaces;
}

async function readWorkspaces(connection: Connection): Promise<Workspace[]> {
	const request = { purpose: 'list the workspaces', path: path('workspaces') };
	const records = await fetchList(connection, { ...request, limit: MAX_LISTED });
	return records.flatMap((record) => {
		const id = readRecordId(record);
		return id === undefined ? [] : [{ id, name: readOwnName(record) }];
	});
}

/** Lists the workspaces that the user can choose from. */
export function undecided(workspaces: Workspace[]): InputFailure {
	const names = workspaces.map(({ id, name }) => (name === undefined ? id : `${name} [${id}]`));
	return new InputFailure(
		"'Workspace' is empty",
		names.length === 0
			? 'The credential gives access to no workspace. Check that its token belongs to the right account.'
			: `Choose one from the list or enter its ID. The credential gives access to these: ${names.join(', ')}.`,
	);
}

/**
 * The path of a workspace relative to `{base_url}`, to which the segments of a route are added.
 *
 * @param id the value of a Workspace field: expressions also return numbers
 * @throws InputFailure when it is empty or neither text nor a number
 */
export function toWorkspacePath(id: unknown): string {
	const workspaceId = firstText(id)?.trim() ?? '';
	if (workspaceId !== '') return path('workspaces', workspaceId);
	throw new InputFailure("'Workspace' is empty", 'Choose it from the list or enter its ID.');
}

/** The capabilities that a run of a node has requested, by workspace. */
const capabilitiesOf = memoize<Connection, Map<string, Promise<IDataObject>>>(() => new Map());

/** The capabilities of a workspace, read once per run; empty if they cannot be read. */
export async function knownCapabilities(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject> {
	return await getOrCompute(capabilitiesOf(connection), workspacePath, async () => {
		const reading = readCapabilities(connection, workspacePath, 'read the capabilities');
		return (await reading.catch(ignoreRequestFailure)) ?? {};
	});
}

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
