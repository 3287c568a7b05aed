import { accountsOf, statesAccounts } from '../../../api/postContent';
import { toResponse, type PostState } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import { readRecordId } from '../../../api/readings/record';
import type { Output } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import type { Unfinished } from '../../operation';
import type { SlotSchedule } from '../slots/slotSchedule';
import { SLOT_UNCONFIRMED, stageOf } from './compareWithRow';
import { targetOf, type Row } from './row';

/** The slot of a post, and the accounts that its row wants. */
interface TakenSlot {
	slot: SlotSchedule;
	postId: string;
	timeMs: number;
	accountIds: string[];
	/** The post does not have all of the accounts yet. */
	gainsAccounts: boolean;
}

/** The slot of a row's post; undefined if it has none. A post whose time has passed unsent stays where it is. */
function takenSlot({ wanted }: Row, state: PostState | undefined): TakenSlot | undefined {
	if (!('slot' in wanted) || state === undefined || stageOf(state.post) !== 'scheduled') return;
	const { post } = state;
	const timeMs = readScheduledMs(post);
	if (timeMs === undefined || timeMs <= clock.now()) return;
	const accountIds = accountsOf(wanted.creation.content);
	const before = new Set(accountsOf(post));
	const gainsAccounts = statesAccounts(post) && accountIds.some((id) => !before.has(id));
	return {
		slot: wanted.slot,
		timeMs,
		accountIds,
		gainsAccounts,
		postId: readRecordId(post) ?? '',
	};
}

async function isUnconfirmed({ key }: Row): Promise<boolean> {
	return (await key.facts.read([SLOT_UNCONFIRMED])).size > 0;
}

/**
 * Whether another post is in the slot of a row's post. Read only if the post gets accounts, or if an interrupted run could
 * not check it.
 */
export async function isSlotShared(row: Row, state: PostState | undefined): Promise<boolean> {
	const taken = takenSlot(row, state);
	if (taken === undefined || !(taken.gainsAccounts || (await isUnconfirmed(row)))) return false;
	const { slot, postId, timeMs, accountIds } = taken;
	return await slot.queue.isShared(postId, timeMs, accountIds);
}

/** Call it before the content of a post is updated. */
export async function recordNewAccounts(row: Row, state: PostState): Promise<void> {
	const taken = takenSlot(row, state);
	if (taken?.gainsAccounts) await row.key.facts.record(taken.postId, [SLOT_UNCONFIRMED]);
}

/** Checks at the end of the run whether the post of a row is alone in its slot, if that is not certain. */
export async function confirmSlot(
	row: Row,
	state: PostState | undefined,
): Promise<Output | Unfinished<Output> | undefined> {
	const taken = takenSlot(row, state);
	if (taken === undefined || state === undefined || !(await isUnconfirmed(row))) return undefined;
	return await taken.slot.assign(
		targetOf(row, state),
		{ ...toResponse(state), isResumed: true },
		{ onConfirmed: async () => await row.key.facts.drop([SLOT_UNCONFIRMED]), yields: true },
	);
}
