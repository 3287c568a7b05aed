import { readPostIfExists } from '../../api/posts';
import { path } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import type { Comparison } from './comparePost';
import type { ScannedList } from './observe';
import { hasSameStatuses, isSameState, withFieldsOf } from './pastStates';
import type { ListedRecord } from './scan';

const MAX_READS_PER_POLL = 20;

/** A list may leave out a field of many posts: some reads are kept for those that seem to have returned. */
const MAX_READS_FOR_INCOMPLETE = 10;

/**
 * Tells returns to an earlier state, and retries of what had ended, from a list that lags behind. The list looks the same in
 * both cases, so the record decides.
 */
export class ReturnCheck {
	private reads = 0;
	private failure: { error: unknown } | undefined;

	constructor(
		private readonly connection: Connection,
		private readonly workspacePath: string,
	) {}

	/**
	 * Whether the listed record has neither left a final state nor returned to an earlier one nor lost a field, or its own
	 * record shows the same state. If not, or if it cannot be read in this poll, the list says nothing about it for now. A
	 * record that has only lost a field counts as listed once too many were read.
	 */
	async isCredible(
		{ list, snapshots }: ScannedList,
		{ id, digest, record: listed }: ListedRecord,
	): Promise<boolean> {
		const before = snapshots.get(digest);
		const seen = list.compare(id, listed, before);
		if (!isDoubtful(seen)) return true;
		const maxReads = isBack(seen) ? MAX_READS_PER_POLL : MAX_READS_FOR_INCOMPLETE;
		// An edit too many is better than a schedule that is reported days later.
		if (this.reads >= maxReads) return !isBack(seen);
		this.reads++;
		const recordPath = `${this.workspacePath}${path(list.name, id)}`;
		try {
			const state = await readPostIfExists(this.connection, recordPath, 'read the post');
			// The list may show the content in another form for good: it matters only if the post has returned to it.
			const isSame = seen.isReturn === true ? isSameState : hasSameStatuses;
			if (state === undefined || !isSame(listed, state.post)) return false;
			const whole = list.compare(id, state.post, before);
			if (isDoubtful(whole)) return true;
			// The list may just leave out a field now and then: then the record itself is as it was, or has changed less.
			const leastChanges = seen.isIncomplete === true ? seen.changes.length : 1;
			if (whole.changes.length < leastChanges) return false;
			if (!isBack(seen)) return true;
			// The snapshot has only the fields that the list shows.
			return isDoubtful(list.compare(id, withFieldsOf(listed, state.post), before));
		} catch (error) {
			this.failure ??= { error };
			return false;
		}
	}

	/** @throws ServiceFailure if a record could not be read */
	end(): void {
		if (this.failure !== undefined) throw this.failure.error;
	}
}

function isDoubtful(seen: Comparison): boolean {
	return isBack(seen) || seen.isIncomplete === true;
}

function isBack({ isReopened, isReturn }: Comparison): boolean {
	return isReopened === true || isReturn === true;
}
