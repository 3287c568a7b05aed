import { executionScope } from '../../../properties/item';
import { isRecord } from '../../../shared/json';
import { nameItems } from '../../runHints';
import { digest } from '../publishing/details';
import { repeatedRowFailure } from './messages';
import { isPresent, type Row } from './row';

/** The key and the post ID, which only one row of an execution may have. */
export function claimsOf(name: string, postId: string | undefined): string[] {
	return [`key "${name}"`, ...(postId === undefined ? [] : [`post ID "${postId}"`])];
}

/**
 * Call it once all items are prepared. In a loop, the rows of an execution come in several runs of the node, and of two
 * rows with the same key, each would change the post in every execution.
 *
 * @throws InputFailure if another row has the same key or post ID, in an earlier run of this execution with other content
 */
export function refuseRepeated(row: Row): void {
	const { item, name, postId, run, workspace } = row;
	const { round, itemIndex } = executionScope(item);
	const content = contentOf(row);
	for (const what of claimsOf(name, postId)) {
		run.refuseRepeated(workspace, what);
		const { notes } = item.progress;
		const note = `row ${digest([workspace, what])}`;
		const first = notes[note];
		// Another attempt at the same run may have other content.
		if (!isRecord(first) || first.round === round) notes[note] = { round, itemIndex, content };
		else if (first.content !== content) {
			const names = `${nameItems([Number(first.itemIndex)])} of run ${Number(first.round) + 1}`;
			throw repeatedRowFailure(`${names} of this node has the same ${what}, with other content`);
		}
	}
}

/** Identifies what a row wants. */
function contentOf(row: Row): string {
	if (!isPresent(row)) return digest(row.wanted.status);
	const { wanted } = row;
	const time = 'schedule' in wanted ? wanted.schedule.scheduled_at : null;
	return digest([wanted.status, wanted.creation.command.content, time]);
}
