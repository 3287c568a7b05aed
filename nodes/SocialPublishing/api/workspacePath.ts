import { InputFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import { path } from '../transport/address';

/**
 * The path of a workspace relative to `{base_url}`, to which the segments of a route are added.
 *
 * @param id the value of a Workspace field: expressions also return numbers
 * @throws InputFailure when it is empty or neither text nor a number
 */
export function toWorkspacePath(id: unknown): string {
	const workspaceId = firstText(id)?.trim() ?? '';
	if (workspaceId !== '') return path('workspaces', workspaceId);
	throw new InputFailure('Workspace is empty', 'Choose it from the list or enter its ID.');
}
