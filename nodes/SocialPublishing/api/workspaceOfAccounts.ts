import { asRequestFailure, InputFailure, isTemporary, ServiceFailure } from '../shared/failure';
import type { Connection } from '../transport/connection';
import {
	readAccountDirectory,
	recallAccountDirectory,
	type AccountDirectory,
} from './accountDirectory';
import { findAccounts, partsIn, type AccountReference } from './accountReferences';
import {
	MAX_LISTED,
	possibleWorkspaces,
	toWorkspacePath,
	undecided,
	type Workspace,
} from './workspace';

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
