import type { PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { readEntry, writeEntry } from '../../../commands/journal';
import { attemptOf, executionScope, type Item, type Output } from '../../../properties/item';
import { whenKnown, type Unfinished } from '../../operation';
import type { Situation } from '../publishing/plan';
import { resumePublication } from '../publish.operation';
import { describeLocked, lockedFailure } from './messages';
import { isPresent, targetOf, type Row } from './row';

/** The calls of an AI Agent share one scope, so the name contains the post. */
function nameOf(postId: string): string[] {
	return ['handed over', postId];
}

/** Call it as soon as the service has accepted the publication of the post of a row. */
export function recordHandover(item: Item, postId: string): void {
	writeEntry(executionScope(item), nameOf(postId), {});
}

/**
 * Continues with the publication that an earlier attempt in this execution has handed over; undefined if none has.
 *
 * @throws ServiceFailure if the row was corrected since, although its deliveries failed
 */
export async function resumeHandover(
	row: Row,
	{ state, situation }: { state: PostState | undefined; situation: Situation },
): Promise<Output | Unfinished<Output> | undefined> {
	const { item, isDryRun, name } = row;
	if (state === undefined || isDryRun || !isPresent(row)) return undefined;
	if (row.wanted.status !== 'published') return undefined;
	const { scope, isEdited } = attemptOf(item);
	if (readEntry(scope, nameOf(readRecordId(state.post) ?? '')) === undefined) return undefined;
	if (isEdited && situation.differs.length > 0) {
		// The correction cannot reach the post any more, so the execution that is retried stays failed.
		const isRetry = item.progress.isRetriedExecution && situation.stage === 'locked';
		if (isRetry) throw lockedFailure(state, await describeLocked(row, state));
		return undefined;
	}
	const target = { ...targetOf(row, state), idempotency: { mode: 'execution', scope } } as const;
	const resumed = await resumePublication(item, target, row.wanted.wait);
	const extraFields = { key: name, action: 'published', changed: ['status'] };
	return await whenKnown(resumed, (output) => ({ ...output, extraFields }));
}
