import type { IDataObject } from 'n8n-workflow';

import { mayBeSent, phase, type Phase, showsCancellation } from '../../../api/phase';
import { accountsOf, statesAccounts } from '../../../api/postContent';
import { toResponse, type PostState } from '../../../api/posts';
import { isIdleStatus, readPostStatus } from '../../../api/readings/post';
import { readScheduledMs } from '../../../api/readings/times';
import type { Output } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import type { Unfinished } from '../../operation';
import { OUT, UNCONFIRMED } from '../publishing/details';
import type { Stage } from '../publishing/plan';
import { idOf, type Row, targetOf } from './row';

/*
 * Where a post stands: its stage, and whether it is alone in its slot.
 */

/**
 * The stage of a post. A post with an unknown status is locked.
 *
 * @param wasSent a record of the row shows that it was sent
 */
export function stageOf(post: IDataObject, wasSent = false): Stage {
	const now = phase(post, wasSent);
	const own = readPostStatus(post);
	// It went out in part or failed on an account, while the post itself says that it waits.
	if (now === 'publishing' && isIdleStatus(own)) return 'locked';
	if (now !== 'unknown') return STAGES[now];
	// A status that is no known word.
	if (own !== undefined) return 'locked';
	const isDraft = showsCancellation(post);
	if (isDraft === undefined) return 'locked';
	return isDraft ? 'draft' : 'scheduled';
}

const STAGES: Record<Exclude<Phase, 'unknown'>, Stage> = {
	draft: 'draft',
	cancelled: 'draft',
	scheduled: 'scheduled',
	leaving: 'out',
	publishing: 'out',
	published: 'out',
	partial: 'locked',
	failed: 'locked',
};

/** As `stageOf`. If the post does not show whether it was sent, what is recorded decides. */
export async function stageOfRow({ key: { facts } }: Row, post: IDataObject): Promise<Stage> {
	if (!mayBeSent(post)) return stageOf(post);
	const recorded = await facts.read(facts.ofLeaving());
	const isScheduled = stageOf(post) === 'scheduled';
	return stageOf(post, isScheduled ? recorded.has(OUT) : facts.showLeaving(recorded));
}

/**
 * Whether only a record shows that a post is on its way, although it may not be: the service may not have accepted the command,
 * because n8n was killed right then or no response arrived, or somebody may have cancelled the schedule. The time of the
 * schedule is known only while the row still wants it.
 */
export async function isUnconfirmed({ key: { facts } }: Row, post: IDataObject): Promise<boolean> {
	if (!mayBeSent(post)) return false;
	const recorded = await facts.read([OUT, UNCONFIRMED]);
	const isDue = (facts.wantedTimeMs ?? Infinity) <= clock.now();
	return recorded.has(UNCONFIRMED) || !(recorded.has(OUT) || isDue);
}

/** Recorded while another post may be in the slot of a row's post. */
export const SLOT_UNCONFIRMED = 'slot:unconfirmed';

/** The slot of a row's post; undefined if it has none. A post whose time has passed unsent stays where it is. */
function takenSlot({ wanted }: Row, post: IDataObject) {
	if (!('slot' in wanted) || stageOf(post) !== 'scheduled') return undefined;
	const timeMs = readScheduledMs(post);
	if (timeMs === undefined || timeMs <= clock.now()) return undefined;
	const accountIds = accountsOf(wanted.creation.content);
	const before = new Set(accountsOf(post));
	/** The post does not have all of the accounts yet. */
	const gainsAccounts = statesAccounts(post) && accountIds.some((id) => !before.has(id));
	return { slot: wanted.slot, timeMs, accountIds, gainsAccounts };
}

async function isSlotUnconfirmed({ key }: Row): Promise<boolean> {
	return (await key.facts.read([SLOT_UNCONFIRMED])).size > 0;
}

/**
 * Whether another post is in the slot of a row's post. Read only if the post gets accounts, or if an interrupted run could
 * not check it.
 */
export async function isSlotShared(row: Row, { post }: PostState): Promise<boolean> {
	const taken = takenSlot(row, post);
	if (taken === undefined || !(taken.gainsAccounts || (await isSlotUnconfirmed(row)))) return false;
	return await taken.slot.queue.isShared(idOf(post), taken.timeMs, taken.accountIds);
}

/** Call it before the content of a post is updated. */
export async function recordNewAccounts(row: Row, { post }: PostState): Promise<void> {
	if (takenSlot(row, post)?.gainsAccounts)
		await row.key.facts.record(idOf(post), [SLOT_UNCONFIRMED]);
}

/** Checks at the end of the run whether the post of a row is alone in its slot, if that is not certain. */
export async function confirmSlot(
	row: Row,
	state: PostState,
): Promise<Output | Unfinished<Output> | undefined> {
	const taken = takenSlot(row, state.post);
	if (taken === undefined || !(await isSlotUnconfirmed(row))) return undefined;
	return await taken.slot.assign(
		targetOf(row, state),
		{ ...toResponse(state), isResumed: true },
		{ onConfirmed: async () => await row.key.facts.drop([SLOT_UNCONFIRMED]), yields: true },
	);
}
