import { accountsOf } from '../../../api/postContent';
import type { PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { readEntry, writeEntry } from '../../../commands/journal';
import { MAIN_STEP } from '../../../commands/key';
import { knownRevision } from '../../../commands/revision';
import { attemptOf, executionScope, type Item, type Output } from '../../../properties/item';
import { path } from '../../../transport/address';
import { whenKnown, type Unfinished } from '../../operation';
import { bodyWithPlaceholders } from '../publishing/creation';
import type { Situation } from '../publishing/plan';
import { resumePublication } from '../publish.operation';
import type { KnownPostTarget } from '../slots/slotAssignment';
import { describeLocked, lockedFailure } from './messages';
import { isPresent, type Row } from './row';

/** The target of a command on a post that has just been read. Its state is part of the key. */
export function targetOf(row: Row, state: PostState): KnownPostTarget {
	const { item, workspace } = row;
	const postId = readRecordId(state.post) ?? '';
	return {
		postId,
		postPath: `${workspace}${path('posts', postId)}`,
		accountIds: isPresent(row) ? accountsOf(row.wanted.creation.content) : [],
		revision: knownRevision(state.etag),
		idempotency: { mode: 'state', scope: executionScope(item) },
		step: MAIN_STEP,
		from: state,
		sent: isPresent(row) ? bodyWithPlaceholders(row.wanted.creation) : undefined,
	};
}

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
