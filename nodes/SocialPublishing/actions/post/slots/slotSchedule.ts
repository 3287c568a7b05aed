import { HANDED_OVER, phase, type SchedulingCommand, showsSchedule } from '../../../api/phase';
import { readScheduledMs } from '../../../api/readings/times';
import type { CommandResponse } from '../../../commands/command';
import { mayRepeatResponse } from '../../../commands/key';
import { startsFromState } from '../../../commands/commandFromState';
import { sendPostCommand } from '../../../commands/postCommand';
import type { Item, Output } from '../../../properties/item';
import type { Timetable } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { mayHaveTakenEffect } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { toOutput } from '../../recordOperations';
import type { Unfinished } from '../../operation';
import { namingAccounts, targetsOfPost } from '../refusals';
import {
	outputAssignment,
	scheduleAt,
	type KnownPostTarget,
	type SlotAssignment,
} from './slotAssignment';
import { checkEarly } from './confirmSlots';
import { slotQueueOf, type SlotQueue } from './slotQueue';

/** With less time left, another slot is chosen: the service requires 30 seconds. */
const MIN_TIME_LEFT_MS = 60_000;

/** The schedule of one item in the next free slot. `confirmSlots` completes it once all items have been handed over. */
export class SlotSchedule {
	readonly queue: SlotQueue;
	private reserved: { accountIds: string[]; timeMs: number } | undefined;
	/** The post that a command may have put into the reserved slot. */
	private usedBy: string | undefined;

	constructor(
		private readonly item: Item,
		private readonly timetable: Timetable,
	) {
		this.queue = slotQueueOf(item);
	}

	/**
	 * Reserves the first free slot. Call it before the first command for the post: if no slot is free, nothing has been saved
	 * yet.
	 *
	 * @param postId this post keeps the slot in which an earlier execution has put it, even if the service does not show it
	 * @returns milliseconds since 1970
	 */
	async reserve(accountIds: string[], postId?: string): Promise<number> {
		const ownMs = postId === undefined ? undefined : await this.queue.timeOf(postId);
		const reservedMs = this.reserved?.timeMs;
		const keptMs = isInTime(ownMs) ? ownMs : reservedMs;
		if (isInTime(keptMs) && keptMs === reservedMs) return keptMs;
		this.end();
		const timeMs = isInTime(keptMs) ? keptMs : await this.queue.reserve(this.timetable, accountIds);
		this.reserved = { accountIds, timeMs };
		return timeMs;
	}

	/** Call it when the work on the item ends, whatever the outcome. */
	end(): void {
		if (this.reserved === undefined) return;
		const { accountIds, timeMs } = this.reserved;
		this.queue.release(accountIds, timeMs, this.usedBy);
		this.reserved = undefined;
		this.usedBy = undefined;
	}

	/**
	 * Schedules the post, unless it is scheduled already: then it keeps its time.
	 *
	 * @param onConfirmed called once the post is certain to be alone in its slot
	 * @param command `reschedule`: for a post that shares its slot
	 */
	async send(
		target: KnownPostTarget,
		onConfirmed: () => Promise<void>,
		command: SchedulingCommand = 'schedule',
	): Promise<Output | Unfinished<Output>> {
		return await this.assign(target, await this.schedule(target, command), { onConfirmed });
	}

	/**
	 * Checks whether a post that was scheduled before is alone in its slot.
	 *
	 * @param options `onConfirmed` is called once its slot is certain. A post that `yields` moves on even if it has the earliest
	 *   ID: it may have entered the slot of another one.
	 */
	async assign(
		target: KnownPostTarget,
		response: CommandResponse,
		{ onConfirmed, yields = false }: { onConfirmed: () => Promise<void>; yields?: boolean },
	): Promise<Output | Unfinished<Output>> {
		const { item, timetable } = this;
		const record = readRecord(response.data);
		if (HANDED_OVER.has(phase(record))) {
			await onConfirmed();
			return toOutput(response);
		}
		const setMs = response.isResumed ? undefined : this.reserved?.timeMs;
		const assignment: SlotAssignment = {
			item,
			target,
			timetable,
			response,
			onConfirmed,
			yields,
			accountIds: target.accountIds,
			timeMs: readScheduledMs(record) ?? setMs,
			setMs,
			isFresh: !response.isResumed,
			isConfirmed: false,
		};
		this.end();
		// The post may be in another slot than the reserved one.
		this.queue.add(assignment);
		await checkEarly(this.queue);
		return { finish: async () => await outputAssignment(assignment) };
	}

	private async schedule(
		target: KnownPostTarget,
		command: SchedulingCommand,
	): Promise<CommandResponse> {
		const { connection, progress } = this.item;
		const { accountIds, idempotency, postId, postPath } = target;
		const { slots, timezone } = this.timetable;
		// Another run may have sent a command with this key, and chosen the time.
		const hasKnownState = target.from !== undefined || startsFromState(idempotency);
		const isShared = mayRepeatResponse(idempotency) && !hasKnownState;
		const isAdopted = command === 'schedule' && (target.isAdopted === true || isShared);
		const showsEffect = showsSchedule(command);
		return await sendPostCommand(
			connection,
			{ ...target, isAdopted },
			{
				name: command,
				content: { slots: slots.map((slot) => ({ ...slot })), timezone },
				isEdited: progress.isEdited,
				makeBody: async () => {
					const timeMs = await this.reserve(
						accountIds,
						command === 'schedule' ? postId : undefined,
					);
					this.usedBy = postId;
					return { ...scheduleAt(timeMs, this.timetable) };
				},
				// At any time: another attempt may have chosen another one.
				showsEffect: (post, body) => showsEffect(post, command === 'schedule' ? undefined : body),
			},
		)
			.catch((error: unknown) => {
				if (!mayHaveTakenEffect(error)) this.usedBy = undefined;
				throw error;
			})
			.catch(namingAccounts(this.item, `${command} the post`, targetsOfPost(this.item, postPath)));
	}
}

function isInTime(timeMs: number | undefined): timeMs is number {
	return timeMs !== undefined && timeMs >= clock.now() + MIN_TIME_LEFT_MS;
}
