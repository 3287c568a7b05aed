import type { IDataObject } from 'n8n-workflow';

import { isSameInstant, mayBeSent } from '../../../api/phase';
import type { PostState } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import type { Attachment } from '../../../media/attachment';
import { digest, UNCONFIRMED } from '../publishing/details';
import type { Aspect, Situation } from '../publishing/plan';
import { differences, idOf, pairsOf, type PresentRow, type Row, sentBody, shapeOf } from './row';
import {
	hasAvailable,
	missingFiles,
	readSkipped,
	recordSkipped,
	withMissing,
} from './skippedFiles';
import { isSlotShared, SLOT_UNCONFIRMED, stageOf, stageOfRow } from './stage';

/** The post of a row, and how it differs from the wanted one. */
export interface ComparedPost extends Situation {
	/** Undefined if there is no post. */
	state: PostState | undefined;
	/** The files that it lacks because they were missing when it was saved, or are missing now. */
	skipped: Attachment[];
}

/** Compares a post with its row, and with the facts recorded about it. */
export async function compareWithRow(
	row: Row,
	state: PostState | undefined,
): Promise<ComparedPost> {
	if (state === undefined) {
		return { state, stage: 'none', differs: [], isOnTime: false, skipped: [] };
	}
	const { post } = state;
	let open = await openDeviations(row, post);
	let skipped = concernMedia(open) ? await readSkipped(row) : [];
	if (skipped.length > 0) open = await openDeviations(row, post, skipped);
	const stage = await stageOfRow(row, post);
	if (stage === 'out' && open.length > 0 && (await isAsSeen(row, post))) {
		return { state, stage, differs: [], isOnTime: false, skipped };
	}
	const canChange = stage === 'draft' || stage === 'scheduled';
	if (canChange && concernMedia(open)) {
		// If it has all media apart from the files that are missing now, an update would change nothing.
		const lacking = await withMissing(row, skipped);
		const others = await openDeviations(row, post, lacking);
		if (!concernMedia(others)) [open, skipped] = [others, lacking];
	}
	const differs = open.flatMap(({ aspect }) => (aspect === 'time' ? [] : [aspect]));
	const hasTime = stage === 'scheduled' && !open.some(({ aspect }) => aspect === 'time');
	const isOnTime = hasTime && !(await isSlotShared(row, state));
	// As soon as a file can be added, its lack is a difference.
	const gainsFile =
		canChange && !differs.includes('media') && (await hasAvailable(row.item, skipped));
	return { state, stage, differs: gainsFile ? [...differs, 'media'] : differs, isOnTime, skipped };
}

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

function concernMedia(found: Deviation[]): boolean {
	return found.some(({ aspect }) => aspect === 'media');
}

/** @param skipped files that the post was saved without */
function deviations({ wanted }: Row, post: IDataObject, skipped: Attachment[] = []): Deviation[] {
	if (!('creation' in wanted)) return [];
	const entered = wanted.entered(skipped);
	const shown = shapeOf(post);
	const sent = differences(shapeOf(sentBody(wanted.creation)), shown);
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

function factOf(aspect: string, pairs: unknown): string {
	return `${aspect}:${digest(pairs)}`;
}

/** The differences that are not recorded as acceptable. */
async function openDeviations(
	row: Row,
	post: IDataObject,
	skipped: Attachment[] = [],
): Promise<Deviation[]> {
	const found = deviations(row, post, skipped).filter(({ isAsSent }) => !isAsSent);
	const recorded = await row.key.facts.read(found.map(({ fact }) => fact));
	return found.filter(({ fact }) => !recorded.has(fact));
}

/** The facts that decide how a post compares with its row. */
export function openFacts(row: Row, post: IDataObject): string[] {
	const { key, wanted } = row;
	const stage = stageOf(post);
	const isOut = stage === 'out';
	return [
		...deviations(row, post).map(({ fact }) => fact),
		...('slot' in wanted && stage === 'scheduled' ? [SLOT_UNCONFIRMED] : []),
		...(isOut || mayBeSent(post) ? key.facts.ofLeaving() : []),
		...(mayBeSent(post) ? [UNCONFIRMED] : []),
		...(isOut ? seenFacts(row, post) : []),
	];
}

/**
 * Records that the values that the last command has set are those of the row, however the post shows them, and which files
 * the command has left out.
 *
 * @param skipped the files that the post lacked before the command
 */
export async function recordOutcome(
	row: PresentRow,
	post: IDataObject,
	set: 'content' | 'time',
	skipped: Attachment[] = [],
): Promise<void> {
	const { key, wanted } = row;
	const own = deviations(row, post, missingFiles(wanted)).filter(
		({ aspect }) => (aspect === 'time') === (set === 'time'),
	);
	await key.facts.record(
		idOf(post),
		own.map(({ fact }) => fact),
	);
	if (set === 'content') await recordSkipped(row, idOf(post), skipped);
}

/** Recorded once a row has been seen to match its post after it has gone out: since then, accounts may have changed. */
function seenFacts({ wanted }: Row, post: IDataObject): string[] {
	return wanted.status === 'absent' ? [] : [`seen:${digest([idOf(post), wanted.typed])}`];
}

/** Whether a row is as it was when it was seen to match its post that has gone out. */
export async function isAsSeen(row: Row, post: IDataObject): Promise<boolean> {
	return (await row.key.facts.read(seenFacts(row, post))).size > 0;
}

/** Records that a row matches its post, which has gone out. */
export async function recordSeen(row: Row, post: IDataObject): Promise<void> {
	if (await isAsSeen(row, post)) return;
	await row.key.facts.recordSeen(idOf(post), seenFacts(row, post));
}
