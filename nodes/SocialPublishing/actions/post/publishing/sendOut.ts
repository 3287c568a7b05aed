import type { IDataObject } from 'n8n-workflow';

import { phase } from '../../../api/phase';
import { OUTCOME_PURPOSE, readPost, withId } from '../../../api/posts';
import type { SchedulingCommand } from '../../../api/postLifecycle';
import { readDestinations, SCHEDULE_NAMES } from '../../../api/readings/post';
import { readScheduledMs } from '../../../api/readings/times';
import type { Item, Output } from '../../../properties/item';
import { checkLeadTime, readSchedule, type Schedule } from '../../../properties/schedule';
import { isForNextSlot, readTimetable } from '../../../properties/slots';
import { readWaitSettings, type WaitSettings } from '../../../properties/waitSettings';
import { asRequestFailure } from '../../../shared/failure';
import type { Unfinished } from '../../operation';
import { publishPost } from '../publish.operation';
import { schedulePost } from '../schedule.operation';
import type { NewPostTarget } from '../slots/slotAssignment';
import { SlotSchedule } from '../slots/slotSchedule';

/** How a post goes out. */
export type Timing =
	| { status: 'published'; wait: WaitSettings }
	| { status: 'scheduled'; schedule: Schedule }
	| { status: 'scheduled'; slot: SlotSchedule };

export function readTiming(item: Item, status: Timing['status']): Timing {
	if (status === 'published') return { status, wait: readWaitSettings(item) };
	return isForNextSlot(item)
		? { status, slot: new SlotSchedule(item, readTimetable(item)) }
		: { status, schedule: readSchedule(item) };
}

/** @throws InputFailure if it is too late for its time */
export function checkTiming(timing: Timing | undefined): void {
	if (timing !== undefined && 'schedule' in timing) checkLeadTime(timing.schedule);
}

/** The end of the route of its first command. */
export function commandOf({ status }: Timing): 'publish' | 'schedule' {
	return status === 'published' ? 'publish' : 'schedule';
}

/** Whether its command can apply to a post in this state. */
export function isApplicable(timing: Timing, post: IDataObject): boolean {
	const now = phase(post);
	return now !== 'cancelled' && !(now === 'scheduled' && timing.status === 'published');
}

/**
 * Publishes or schedules a post.
 *
 * @param onAccepted called as soon as the service has accepted the command; for a slot, once the post is alone there
 */
export async function sendOut(
	item: Item,
	target: NewPostTarget,
	timing: Timing,
	onAccepted: () => Promise<void>,
	command: SchedulingCommand = 'schedule',
): Promise<Output | Unfinished<Output>> {
	if ('wait' in timing) return await publishPost(item, target, timing.wait, onAccepted);
	return 'slot' in timing
		? await timing.slot.send(target, onAccepted, command)
		: await schedulePost(item, target, timing.schedule, { command, onAccepted });
}

interface SentPost {
	postPath: string;
	/** The post before the command. */
	post: IDataObject;
	command: 'publish' | 'schedule';
}

/**
 * The output of a command that has published or scheduled a post. If the response does not state what has become of the post,
 * the post is read. If that does not show it yet, the output lacks it: what the post was before is no longer true.
 */
export async function outputOfSent(
	{ connection }: Item,
	{ postPath, post, command }: SentPost,
	output: Output,
): Promise<Output> {
	if (statesCommand(output.json, command)) return onPost(output, post);
	const read = await readPost(connection, postPath, OUTCOME_PURPOSE).catch(asRequestFailure);
	const isShown = !(read instanceof Error) && phase(read.post) !== 'draft';
	return onPost(output, isShown ? withId(read.post, post.id) : withoutState(post));
}

function statesCommand(json: IDataObject, command: SentPost['command']): boolean {
	if (phase(json) === 'unknown') return false;
	return command === 'publish' || readScheduledMs(json) !== undefined;
}

/** The response may be a record of its own, with another ID or none. */
function onPost(output: Output, post: IDataObject): Output {
	// The command has changed the revision.
	const before = { ...post, ...(post.etag !== undefined && { etag: undefined }) };
	return { ...output, json: { ...before, ...output.json, id: post.id } };
}

/** What a record says of its state, also for each account. */
const STATE = new Set(['status', ...SCHEDULE_NAMES]);

function withoutState(post: IDataObject): IDataObject {
	const kept = (record: IDataObject) =>
		Object.fromEntries(Object.entries(record).filter(([name]) => !STATE.has(name)));
	const destinations = readDestinations(post).map(kept);
	return { ...kept(post), ...(destinations.length > 0 && { destinations }) };
}
