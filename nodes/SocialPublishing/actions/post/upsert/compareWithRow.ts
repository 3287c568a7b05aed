import type { IDataObject } from 'n8n-workflow';

import { textFor } from '../../../api/postContent';
import {
	isHandedOver,
	isSameInstant,
	readLifecycleStatus,
	staysUnscheduled,
} from '../../../api/postLifecycle';
import { readDestinations, readMediaIds } from '../../../api/readings/post';
import { readScheduledMs } from '../../../api/readings/times';
import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import { toPostBody } from '../content/postContent';
import { digest } from '../creation/keyDetails';
import type { Aspect, Shape, Situation, Stage } from './nextStep';
import type { Row, WantedPost } from './row';

/** The stage of a post. A post with an unknown status is locked. */
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
	// A post in a slot keeps its time, even if the slots have changed.
	if (!('schedule' in wanted) || stageOf(post) !== 'scheduled') return content;
	const { scheduled_at } = wanted.schedule;
	const shownMs = readScheduledMs(post);
	if (isSameInstant(shownMs, scheduled_at)) return content;
	const fact = factOf('time', [scheduled_at, shownMs ?? null]);
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

/** The facts that would make the differences between a post and its row acceptable. Pure. */
export function openFacts(wanted: WantedPost, post: IDataObject): string[] {
	const hasSlot = 'slot' in wanted && stageOf(post) === 'scheduled';
	const facts = deviations(wanted, post).map(({ fact }) => fact);
	return hasSlot ? [...facts, SLOT_UNCONFIRMED] : facts;
}

/** Recorded while another post may be in the slot of a row's post. */
export const SLOT_UNCONFIRMED = 'slot:unconfirmed';

/** Compares a post with its row, and with the facts recorded about it. */
export async function compareWithRow(
	{ key, wanted }: Pick<Row, 'key' | 'wanted'>,
	post: IDataObject | undefined,
): Promise<Situation> {
	if (post === undefined) return { stage: 'none', differs: [], isOnTime: false };
	const found = deviations(wanted, post);
	const facts = found.filter(({ isAsSent }) => !isAsSent).map(({ fact }) => fact);
	const recorded = await key.readFacts(facts);
	const open = found.filter(({ isAsSent, fact }) => !isAsSent && !recorded.has(fact));
	const stage = stageOf(post);
	return {
		stage,
		differs: open.flatMap(({ aspect }) => (aspect === 'time' ? [] : [aspect])),
		isOnTime: stage === 'scheduled' && !open.some(({ aspect }) => aspect === 'time'),
	};
}

/** Records that the values that the last command has set are those of the row, however the post shows them. */
export async function recordOutcome(
	{ key, wanted }: Row,
	post: IDataObject,
	set: 'content' | 'time',
): Promise<void> {
	const id = firstText(post.id);
	if (id === undefined) return;
	const own = deviations(wanted, post).filter(
		({ aspect }) => (aspect === 'time') === (set === 'time'),
	);
	await key.recordFacts(
		id,
		own.map(({ fact }) => fact),
	);
}

const ASPECTS: Aspect[] = ['text', 'destinations', 'media'];

/** The shape of a post, or of the body of a command. Pure. */
export function shapeOf(post: IDataObject): Shape {
	const shape: Shape = { text: new Map(), destinations: new Map(), media: new Map() };
	for (const destination of readDestinations(post)) {
		const account = firstText(destination.account_id) ?? '';
		const { thread, ...options } = readRecord(destination.options);
		const text = firstText(textFor(destination, post.text)) ?? '';
		shape.text.set(account, canonicalJson([text, ...readReplies(thread)]));
		shape.destinations.set(account, canonicalJson(withoutEmpty(options)));
		shape.media.set(account, canonicalJson(readMediaIds(post, destination)));
	}
	return shape;
}

/** Whether a record contains all fields that are compared. Pure. */
export function statesShape(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	const isStated = (destination: IDataObject) =>
		firstText(destination.account_id) !== undefined &&
		textFor(destination, post.text) !== undefined &&
		destination.options !== undefined &&
		(destination.media_ids ?? destination.media) !== undefined;
	return destinations.length > 0 && destinations.every(isStated);
}

/** The values of two shapes, side by side. */
type Pair = [a: string, b: string];

/**
 * The pairs of values of an aspect, without duplicates: for the accounts that both shapes have or, if there are none, for
 * all accounts. The destinations themselves are always compared for all accounts. Pure.
 */
export function pairsOf(a: Shape, b: Shape, aspect: Aspect): Pair[] {
	const [before, after] = [a[aspect], b[aspect]];
	if (aspect === 'destinations') return [[asSortedText(before), asSortedText(after)]];
	const pairs = new Map<string, Pair>();
	for (const [account, value] of before) {
		const other = after.get(account);
		if (other !== undefined) pairs.set(`${value} ${other}`, [value, other]);
	}
	return pairs.size > 0 ? [...pairs.values()].sort() : [[commonValue(before), commonValue(after)]];
}

/** The aspects that differ. Pure. */
export function differences(a: Shape, b: Shape): Aspect[] {
	return ASPECTS.filter((aspect) => pairsOf(a, b, aspect).some(([own, other]) => own !== other));
}

function asSortedText(values: Map<string, string>): string {
	return canonicalJson([...values].sort());
}

/** The value that all accounts share; otherwise all values. */
function commonValue(values: Map<string, string>): string {
	const [first = '', ...others] = new Set(values.values());
	return others.length === 0 ? first : `several: ${[first, ...others].sort().join()}`;
}

function readReplies(thread: unknown): string[] {
	return Array.isArray(thread) ? thread.map((reply) => firstText(reply) ?? '') : [];
}

/** Services represent an unset option in several ways. */
function withoutEmpty(options: IDataObject): IDataObject {
	const isSet = (value: unknown) =>
		(value ?? '') !== '' && !(Array.isArray(value) && value.length === 0);
	return Object.fromEntries(Object.entries(options).filter(([, value]) => isSet(value)));
}
