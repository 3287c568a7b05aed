import type { IDataObject } from 'n8n-workflow';

import { isHandedOver, readLifecycleStatus, staysUnscheduled } from '../../../api/postLifecycle';
import { readScheduledAt } from '../../../api/readings/post';
import { readScheduledMs } from '../../../api/readings/times';
import { clock } from '../../../shared/clock';
import { firstText } from '../../../shared/json';
import { toPostBody } from '../content/postContent';
import { digest } from '../creation/onceRun';
import type { Aspect, Situation, Stage } from './nextStep';
import type { Row, WantedPost } from './row';
import { differences, pairsOf, shapeOf } from './shape';

/** How far a post is. A status that is not known is one in which nothing must be changed. */
export function stageOf(post: IDataObject): Stage {
	const status = readLifecycleStatus(post);
	if (status === 'published' || status === 'publishing') return 'out';
	if (isHandedOver(post)) return 'locked';
	if (status === 'scheduled') return status;
	if (status === 'draft' || status === 'cancelled') return 'draft';
	if (status !== undefined) return 'locked';
	const isDraft = staysUnscheduled(post);
	if (isDraft === undefined) return 'locked';
	return isDraft ? 'draft' : 'scheduled';
}

/** What a post shows otherwise than it was entered, and the fact that this came of what was entered. */
interface Deviation {
	aspect: Aspect | 'time';
	fact: string;
	/** It shows what would be sent: with tags, shortened. */
	isAsSent: boolean;
}

/** A post in a slot keeps its time, whatever slots there are now, until that has passed. */
const PASSED_UNSENT: Deviation = { aspect: 'time', fact: 'time:passed', isAsSent: false };

/** How late a service may send a post. */
const LATE_MS = 5 * 60_000;

function isPast(post: IDataObject): boolean {
	return (readScheduledMs(post) ?? Infinity) < clock.now() - LATE_MS;
}

/** Compares a post with its row. */
function deviations(wanted: WantedPost, post: IDataObject): Deviation[] {
	if (wanted.status === 'absent') return [];
	const { entered, creation } = wanted;
	const shown = shapeOf(post);
	const sent = differences(sentShape(creation), shown);
	const content = differences(entered, shown).map((aspect) => ({
		aspect,
		fact: factOf(aspect, pairsOf(entered, shown, aspect)),
		isAsSent: !sent.includes(aspect),
	}));
	const time = firstText(readScheduledAt(post));
	if (wanted.status !== 'scheduled' || stageOf(post) !== 'scheduled') return content;
	if ('slot' in wanted) return [...content, ...(isPast(post) ? [PASSED_UNSENT] : [])];
	const { scheduled_at } = wanted.schedule;
	if (isSameInstant(time, scheduled_at)) return content;
	const fact = factOf('time', [scheduled_at, time ?? null]);
	return [...content, { aspect: 'time', fact, isAsSent: false }];
}

function sentShape({ content, files }: Exclude<WantedPost, { status: 'absent' }>['creation']) {
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

/** Services may store a time without its milliseconds. */
function isSameInstant(shown: string | undefined, wanted: string): boolean {
	return shown !== undefined && Math.abs(Date.parse(shown) - Date.parse(wanted)) < 1_000;
}

/** The facts by which a post may be as it is wanted although it does not show it. Pure. */
export function openFacts(wanted: WantedPost, post: IDataObject): string[] {
	const hasSlot = 'slot' in wanted && stageOf(post) === 'scheduled';
	const facts = deviations(wanted, post).map(({ fact }) => fact);
	return hasSlot ? [...facts, SLOT_UNSETTLED] : facts;
}

/** Noted while it is not certain that the post of a row has its slot for itself. */
export const SLOT_UNSETTLED = 'slot:unsettled';

/** Compares a post with its row, and with what has been noted of it. */
export async function judge(
	{ key, wanted }: Pick<Row, 'key' | 'wanted'>,
	post: IDataObject | undefined,
): Promise<Situation> {
	if (post === undefined) return { stage: 'none', differs: [], isOnTime: false };
	const found = deviations(wanted, post);
	const facts = found.filter(({ isAsSent }) => !isAsSent).map(({ fact }) => fact);
	const noted = await key.readFacts(facts);
	const open = found.filter(({ isAsSent, fact }) => !isAsSent && !noted.has(fact));
	const stage = stageOf(post);
	return {
		stage,
		differs: open.flatMap(({ aspect }) => (aspect === 'time' ? [] : [aspect])),
		isOnTime: stage === 'scheduled' && !open.some(({ aspect }) => aspect === 'time'),
	};
}

/** Notes that what a post shows came of its row: of what the last command has set, and nothing else. */
export async function noteOutcome(
	{ key, wanted }: Row,
	post: IDataObject,
	set: 'content' | 'time',
): Promise<void> {
	const id = firstText(post.id);
	if (id === undefined) return;
	const own = deviations(wanted, post).filter(
		(each) => each !== PASSED_UNSENT && (each.aspect === 'time') === (set === 'time'),
	);
	await key.noteFacts(
		id,
		own.map(({ fact }) => fact),
	);
}
