import type { IDataObject } from 'n8n-workflow';
import {
	asRequestFailure,
	ignoreRequestFailure,
	InputFailure,
	isTemporary,
	ServiceFailure,
} from '../shared/failure';
import { firstText, readRecord } from '../shared/json';
import { getOrCompute, getOrRead, memoize } from '../shared/maps';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readOwnName, readRecordId } from './readings/record';
import {
	type AccountDirectory,
	readAccountDirectory,
	recallAccountDirectory,
} from './accountDirectory';
import { type AccountReference, findAccounts, partsIn } from './accountReferences';

/** A workspace that a credential gives access to. */
export interface Workspace {
	id: string;
	/** Undefined if unknown. */
	name: string | undefined;
}

/** Of more workspaces, only the first are known. */
export const MAX_LISTED = 50;

/** The workspaces that a run of a node has requested. */
const workspacesOf = memoize<Connection, Map<string, Promise<Workspace[]>>>(() => new Map());

/**
 * The chosen workspace. If none is chosen, all those that the credential gives access to, read once per run.
 *
 * @param value the value of a Workspace field: expressions also return numbers
 */
export async function possibleWorkspaces(
	connection: Connection,
	value: unknown,
): Promise<Workspace[]> {
	const chosen = firstText(value)?.trim() ?? '';
	if (chosen !== '') return [{ id: chosen, name: undefined }];
	return await getOrRead(
		workspacesOf(connection),
		'workspaces',
		async () => await readWorkspaces(connection),
	);
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

/** The results of `knownCapabilities`: those that cannot be read are not requested again for each account. */
const knownCapabilitiesOf = memoize<Connection, Map<string, Promise<IDataObject>>>(() => new Map());

/** As `readCapabilities`, but empty if they cannot be read. */
export async function knownCapabilities(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject> {
	return await getOrCompute(knownCapabilitiesOf(connection), workspacePath, async () => {
		const reading = readCapabilities(connection, workspacePath, 'read the capabilities');
		return (await reading.catch(ignoreRequestFailure)) ?? {};
	});
}

/** The capabilities that a run of a node has requested, by workspace. */
const capabilitiesOf = memoize<Connection, Map<string, Promise<IDataObject>>>(() => new Map());

/** The capabilities of a workspace, read once per run. */
export async function readCapabilities(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<IDataObject> {
	const request = {
		purpose,
		method: 'GET',
		path: `${workspacePath}/capabilities`,
		safety: 'safe',
	} as const;
	return await getOrRead(capabilitiesOf(connection), workspacePath, async () =>
		readRecord((await call(connection, request)).data),
	);
}

interface Listed {
	workspace: Workspace;
	directory: AccountDirectory;
}

/**
 * The ID of the chosen workspace. If none is chosen, that of the credential's only workspace, or of the only one that has all
 * the chosen accounts.
 *
 * @param value the value of a Workspace field: expressions also return numbers
 * @param readChosen returns the chosen accounts, which matter only if there are several workspaces
 * @throws InputFailure if the workspace is not certain
 * @throws ServiceFailure if the workspaces, or for now their accounts, cannot be listed
 */
export async function chosenWorkspaceId(
	connection: Connection,
	value: unknown,
	readChosen: () => AccountReference[],
): Promise<string> {
	const workspaces = await possibleWorkspaces(connection, value);
	const [only, ...others] = workspaces;
	if (only !== undefined && others.length === 0) return only.id;
	const chosen = readChosen();
	// Accounts with the same names may be in a workspace that is not listed.
	const isWhole = workspaces.length < MAX_LISTED;
	if (only === undefined || chosen.length === 0 || !isWhole) throw undecided(workspaces);
	const listed: Listed[] = [];
	for (const workspace of workspaces) {
		const workspacePath = toWorkspacePath(workspace.id);
		const reading = await readAccountDirectory(connection, workspacePath).catch(asRequestFailure);
		const known = recallAccountDirectory(connection, workspacePath);
		const directory = reading instanceof ServiceFailure ? (known ?? reading) : reading;
		if (!(directory instanceof ServiceFailure)) listed.push({ workspace, directory });
		else if (isTemporary(directory)) throw directory;
		// The credential may not list these accounts, and one of them may be meant.
		else throw undecided(workspaces);
	}
	const candidates = listed.filter(({ directory }) =>
		chosen.every((reference) =>
			partsIn(directory, reference).every((part) => findAccounts(directory, part).length > 0),
		),
	);
	const [candidate, ...otherCandidates] = candidates;
	if (candidate === undefined || otherCandidates.length > 0) throw ambiguous(listed, chosen);
	return candidate.workspace.id;
}

/** Names each chosen account with the workspaces that it may be in. */
function ambiguous(listed: Listed[], chosen: AccountReference[]): InputFailure {
	const places = chosen.flatMap(({ text, parts }) => {
		const isWhole = listed.some(({ directory }) => findAccounts(directory, text).length > 0);
		return (isWhole ? [text] : parts).map((part) => placeOf(listed, part));
	});
	const unknown = places.find(({ names }) => names.length === 0);
	if (unknown !== undefined) {
		return new InputFailure(
			`There is no account "${unknown.label}" in any workspace`,
			`Correct it, or choose a workspace: ${listed.map(({ workspace }) => nameOf(workspace)).join(', ')}.`,
		);
	}
	const sentences = places.map(({ label, names }) => `${label} is in ${names.join(' and ')}.`);
	return new InputFailure(
		'The chosen accounts are in more than one workspace',
		`${sentences.join(' ')} Choose a workspace, or add a separate node for each workspace.`,
	);
}

function placeOf(listed: Listed[], part: string): { label: string; names: string[] } {
	const found = listed.flatMap(({ workspace, directory }) =>
		findAccounts(directory, part)
			.slice(0, 1)
			.map((account) => ({ name: account.name, workspace: nameOf(workspace) })),
	);
	return { label: found[0]?.name ?? part, names: found.map(({ workspace }) => workspace) };
}

function nameOf({ id, name }: Workspace): string {
	return name ?? id;
}
