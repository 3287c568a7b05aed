import type { IDataObject } from 'n8n-workflow';

import { readPublicationState } from '../api/publication';
import { FAILED_DELIVERY_STATUSES, readDestinationStatus } from '../api/readings/delivery';
import { readDestinations } from '../api/readings/post';
import { readName } from '../api/readings/record';
import { readCreatedMs, readScheduledMs } from '../api/readings/times';
import { clock } from '../shared/clock';
import { firstText } from '../shared/json';
import { DateTime } from '../vendor/libraries';

/** The status and time behind it are what tells two posts with the same text apart. */
const LONGEST_TEXT = 40;

/** "Fresh bread — scheduled, 1 Dec 09:00", with the time in the zone. */
export function describePost(post: IDataObject, zone: string): string {
	const text = shorten(readPostText(post), LONGEST_TEXT);
	const { status } = readPublicationState(post);
	const state = status === 'unknown' ? undefined : status.replaceAll('_', ' ');
	const time = status === 'scheduled' ? describeTime(readScheduledMs(post), zone) : undefined;
	const created = time === undefined ? describeTime(readCreatedMs(post), zone) : undefined;
	const facts = [state, time, created === undefined ? undefined : `created ${created}`];
	const about = facts.filter((fact) => fact !== undefined).join(', ');
	return [text, about].filter((part) => part !== '').join(' — ');
}

/** The shared text, else the first text that an account has of its own. */
export function readPostText(post: IDataObject): string {
	const texts = [post, ...readDestinations(post)].map(({ text }) => firstText(text)?.trim());
	return texts.find((text) => text !== undefined && text !== '') ?? readName(post);
}

/** On one line. */
export function shorten(text: string, longest: number): string {
	const characters = [...text.replace(/\s+/g, ' ').trim()];
	if (characters.length <= longest) return characters.join('');
	return `${characters
		.slice(0, longest - 1)
		.join('')
		.trimEnd()}…`;
}

export function describeTime(timeMs: number | undefined, zone: string): string | undefined {
	if (timeMs === undefined) return undefined;
	const time = DateTime.fromMillis(timeMs, { zone, locale: 'en' });
	const isThisYear = time.year === DateTime.fromMillis(clock.now(), { zone }).year;
	return time.toFormat(isThisYear ? 'd MMM HH:mm' : 'd MMM yyyy HH:mm');
}

const PUBLISHED = ['published', 'publishing', 'partial'];
const NOT_SCHEDULED = [...PUBLISHED, 'draft', 'failed', 'cancelled'];

/** The statuses of posts with which an operation can certainly do nothing. */
const UNSUITABLE: Record<string, string[]> = {
	publish: PUBLISHED,
	schedule: PUBLISHED,
	update: PUBLISHED,
	delete: PUBLISHED,
	reschedule: NOT_SCHEDULED,
	cancel: NOT_SCHEDULED,
};

/** Whether an operation may be able to do something with a post. What cannot be judged is not hidden. */
export function isSuitable(operation: unknown, post: IDataObject): boolean {
	if (operation === 'retryFailed') return mayHaveFailed(post);
	const { status } = readPublicationState(post);
	return !(UNSUITABLE[String(operation)] ?? []).includes(status);
}

function mayHaveFailed(post: IDataObject): boolean {
	const statuses = readDestinations(post).map(readDestinationStatus);
	const isKnown = statuses.length > 0 && statuses.every((status) => status !== undefined);
	return !isKnown || statuses.some((status) => FAILED_DELIVERY_STATUSES.has(status ?? ''));
}
