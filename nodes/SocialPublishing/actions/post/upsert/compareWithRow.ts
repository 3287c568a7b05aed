import type { IDataObject } from 'n8n-workflow';

import { isSameInstant, mayBeSent, phase, type Phase, showsCancellation } from '../../../api/phase';
import { isIdleStatus, readPostStatus } from '../../../api/readings/post';
import { readScheduledMs } from '../../../api/readings/times';
import { readRecordId } from '../../../api/readings/record';
import type { Attachment } from '../../../media/attachment';
import { clock } from '../../../shared/clock';
import { toPostBody } from '../content/postContent';
import { digest, OUT, UNCONFIRMED } from '../publishing/details';
import type { Aspect, Situation, Stage } from '../publishing/plan';
import { differences, pairsOf, type PresentRow, type Row, shapeOf, type WantedPost } from './row';
import { isAsSeen, missingFiles, readSkipped, recordSkipped, seenFacts } from './rowFacts';

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

/**
 * A difference between a post and its row. `fact` identifies it: if this fact is recorded, the service itself has made the
 * difference, so no command is needed.
 */
interface Deviation {
	aspect: Aspect | 'time';
	fact: string;
	/** The post shows exactly what would be sent: with tags, shortened. */
	isAsSent: boolean;
}

/**
 * Compares a post with its row.
 *
 * @param skipped files that the post was saved without
 */
function deviations(
	wanted: WantedPost,
	post: IDataObject,
	skipped: Attachment[] = [],
): Deviation[] {
	if (!('creation' in wanted)) return [];
	const { creation } = wanted;
	const entered = wanted.enteredWithout(skipped);
	const shown = shapeOf(post);
	const sent = differences(sentShape(creation), shown);
	const content = differences(entered, shown).map((aspect) => ({
		aspect,
		fact: factOf(aspect, pairsOf(entered, shown, aspect)),
		isAsSent: !sent.includes(aspect),
	}));
	// A post in a slot keeps its time, even if the slots have changed.
	if (!('schedule' in wanted) || stageOf(post) !== 'scheduled') return content;
	const { scheduled_at } = wanted.schedule;
	const shownMs = readScheduledMs(post);
	if (isSameInstant(shownMs, scheduled_at)) return content;
	const fact = factOf('time', [scheduled_at, shownMs ?? null]);
	return [...content, { aspect: 'time', fact, isAsSent: false }];
}

function sentShape({ content, files }: PresentRow['wanted']['creation']) {
	return shapeOf(
		toPostBody(
			content,
			files.map(({ source }) => source),
		),
	);
}

function factOf(aspect: string, pairs: unknown): string {
	return `${aspect}:${digest(pairs)}`;
}

/** The facts that decide how a post compares with its row. */
export function openFacts(
	{ key, wanted }: Pick<Row, 'key' | 'wanted'>,
	post: IDataObject,
): string[] {
	const stage = stageOf(post);
	const isOut = stage === 'out';
	return [
		...deviations(wanted, post).map(({ fact }) => fact),
		...('slot' in wanted && stage === 'scheduled' ? [SLOT_UNCONFIRMED] : []),
		...(isOut || mayBeSent(post) ? key.facts.ofLeaving() : []),
		...(mayBeSent(post) ? [UNCONFIRMED] : []),
		...(isOut ? seenFacts(wanted, post) : []),
	];
}

/** Recorded while another post may be in the slot of a row's post. */
export const SLOT_UNCONFIRMED = 'slot:unconfirmed';

/** A post, compared with its row, and the files that it lacks because they were missing when it was saved. */
export type Comparison = Situation & { skipped: Attachment[] };

/**
 * Compares a post with its row, and with the facts recorded about it.
 *
 * @param missing files that cannot be found or loaded now
 */
export async function compareWithRow(
	row: Pick<Row, 'key' | 'wanted'>,
	post: IDataObject | undefined,
	missing: Attachment[] = [],
): Promise<Comparison> {
	if (post === undefined) return { stage: 'none', differs: [], isOnTime: false, skipped: [] };
	const all = await openDeviations(row, post);
	const hasOtherMedia = all.some(({ aspect }) => aspect === 'media');
	const skipped = hasOtherMedia ? [...new Set([...(await readSkipped(row)), ...missing])] : [];
	const open = skipped.length === 0 ? all : await openDeviations(row, post, skipped);
	const stage = mayBeSent(post) ? await readStage(row, post) : stageOf(post);
	if (stage === 'out' && open.length > 0 && (await isAsSeen(row, post))) {
		return { stage, differs: [], isOnTime: false, skipped };
	}
	return {
		stage,
		differs: open.flatMap(({ aspect }) => (aspect === 'time' ? [] : [aspect])),
		isOnTime: stage === 'scheduled' && !open.some(({ aspect }) => aspect === 'time'),
		skipped,
	};
}

/** The stage of a post that does not show whether it was sent. */
async function readStage({ key }: Pick<Row, 'key'>, post: IDataObject): Promise<Stage> {
	const recorded = await key.facts.read(key.facts.ofLeaving());
	const isScheduled = stageOf(post) === 'scheduled';
	return stageOf(post, isScheduled ? recorded.has(OUT) : key.facts.showLeaving(recorded));
}

/**
 * Whether only a record shows that a post is on its way, although it may not be: the service may not have accepted the command,
 * because n8n was killed right then or no response arrived, or somebody may have cancelled the schedule. The time of the
 * schedule is known only while the row still wants it.
 */
export async function isUnconfirmed({ key }: Row, post: IDataObject = {}): Promise<boolean> {
	if (!mayBeSent(post)) return false;
	const recorded = await key.facts.read([OUT, UNCONFIRMED]);
	const isDue = (key.facts.wantedTimeMs ?? Infinity) <= clock.now();
	return recorded.has(UNCONFIRMED) || !(recorded.has(OUT) || isDue);
}

/** The differences that are not recorded as acceptable. */
async function openDeviations(
	{ key, wanted }: Pick<Row, 'key' | 'wanted'>,
	post: IDataObject,
	skipped: Attachment[] = [],
): Promise<Deviation[]> {
	const found = deviations(wanted, post, skipped).filter(({ isAsSent }) => !isAsSent);
	const recorded = await key.facts.read(found.map(({ fact }) => fact));
	return found.filter(({ fact }) => !recorded.has(fact));
}

/**
 * Records that the values that the last command has set are those of the row, however the post shows them, and which files
 * the command has left out.
 */
export async function recordOutcome(
	row: PresentRow,
	post: IDataObject,
	set: 'content' | 'time',
): Promise<void> {
	const { key, wanted } = row;
	const id = readRecordId(post);
	if (id === undefined) return;
	const own = deviations(wanted, post, missingFiles(wanted)).filter(
		({ aspect }) => (aspect === 'time') === (set === 'time'),
	);
	await key.facts.record(
		id,
		own.map(({ fact }) => fact),
	);
	if (set === 'content') await recordSkipped(row, id);
}
