import type { IDataObject } from 'n8n-workflow';

import { accountLabel, type AccountDirectory } from '../api/accountDirectory';
import { simplifyDelivery } from '../api/deliveries';
import { readPublicationState } from '../api/publication';
import { readAccount, readNeedsReconnecting } from '../api/readings/account';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinationId,
	readDestinationName,
	readDestinationStatus,
} from '../api/readings/delivery';
import { readShownText } from '../api/readings/content';
import { readMediaFacts } from '../api/readings/media';
import { readDestinations } from '../api/readings/post';
import { readErrorText, readRecordId, readName } from '../api/readings/record';
import { readAttemptMs, readCreatedMs, readScheduledMs } from '../api/readings/times';
import { readDeliveredKind, readWebhookDelivery } from '../api/readings/webhook';
import { eventOptions } from '../properties/events';
import { clock } from '../shared/clock';
import { shortenToLine } from '../shared/text/sentences';
import { DateTime } from '../vendor/libraries';
import type { Choice, ChoiceMaker } from './choices';

const MAX_NAME_LENGTH = 80;
/** Leaves room for the status and time, which distinguish posts with the same text. */
const MAX_POST_TEXT_LENGTH = 40;
const MAX_DELIVERY_TEXT_LENGTH = 30;

/** Such as "Fresh bread — scheduled, 1 Dec 09:00", with the time in the zone. */
export function describePost(post: IDataObject, zone: string): string {
	const text = shortenToLine(readShownText(post) ?? readName(post), MAX_POST_TEXT_LENGTH);
	const { status } = readPublicationState(post);
	const state = status === 'unknown' ? undefined : status.replaceAll('_', ' ');
	const time = status === 'scheduled' ? describeTime(readScheduledMs(post), zone) : undefined;
	const created = time === undefined ? describeTime(readCreatedMs(post), zone) : undefined;
	const facts = [state, time, created === undefined ? undefined : `created ${created}`];
	const about = facts.filter((fact) => fact !== undefined).join(', ');
	return [text, about].filter((part) => part !== '').join(' — ');
}

function describeTime(timeMs: number | undefined, zone: string): string | undefined {
	if (timeMs === undefined) return undefined;
	const time = DateTime.fromMillis(timeMs, { zone, locale: 'en' });
	const isThisYear = time.year === DateTime.fromMillis(clock.now(), { zone }).year;
	return time.toFormat(isThisYear ? 'd MMM HH:mm' : 'd MMM yyyy HH:mm');
}

const PUBLISHED = ['published', 'publishing', 'partial'];
const NOT_SCHEDULED = [...PUBLISHED, 'draft', 'failed', 'cancelled'];

/** The statuses of posts that an operation certainly refuses. */
const UNSUITABLE: Record<string, string[]> = {
	publish: PUBLISHED,
	schedule: PUBLISHED,
	update: PUBLISHED,
	delete: PUBLISHED,
	reschedule: NOT_SCHEDULED,
	cancel: NOT_SCHEDULED,
};

/** Whether to offer a post for an operation. If in doubt, it is. */
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

/** The failed deliveries of a post, labeled with account, first words and reason. */
export function describeFailedDeliveries(post: IDataObject, accounts: AccountDirectory): Choice[] {
	return readDestinations(post).flatMap((destination) => {
		const { name, platform, status, error } = simplifyDelivery(post, destination, accounts);
		const value = readDestinationId(destination);
		if (value === undefined || !FAILED_DELIVERY_STATUSES.has(status ?? '')) return [];
		const id = readDestinationName(destination);
		const account = accountLabel({ id, name, platform });
		const text = shortenToLine(
			readShownText(post, destination) ?? readName(post),
			MAX_DELIVERY_TEXT_LENGTH,
		);
		const reason = error ?? (status ?? '').replaceAll('_', ' ');
		const label = [account, text, reason].filter((part) => part !== '').join(' — ');
		return [{ name: shortenToLine(label, MAX_NAME_LENGTH), value }];
	});
}

/** Such as "Post Published — failed 12 Nov 09:00: timed out". Empty for a delivery that has certainly arrived. */
export function describeReplayable(record: IDataObject, zone: string): Choice[] {
	const delivery = readWebhookDelivery(record);
	if (delivery === undefined || delivery.hasFailed === false) return [];
	const kind = readDeliveredKind(record);
	const label = eventOptions.find(({ value }) => value === kind)?.name ?? kind;
	const time = describeTime(readAttemptMs(record), zone);
	const attempt = [delivery.hasFailed ? 'failed' : undefined, time].filter(Boolean).join(' ');
	const reason = readErrorText(record);
	const about = [attempt, reason].filter(Boolean).join(': ');
	const name = [label, about].filter(Boolean).join(' — ');
	return [{ name: shortenToLine(name, MAX_NAME_LENGTH) || delivery.id, value: delivery.id }];
}

/** Leaves out records without an ID, which cannot be chosen. */
export function named(describe: (record: IDataObject) => string): ChoiceMaker {
	return (record) => {
		const value = readRecordId(record);
		if (value === undefined) return [];
		return [{ name: shortenToLine(describe(record), MAX_NAME_LENGTH) || value, value }];
	};
}

/** `Name (platform)`, or only the name if the platform is one of its words, as in "Bakery on Pagebook". */
export function describeAccount(record: IDataObject): string {
	const [account] = readAccount(record);
	if (account === undefined) return '';
	const { name = '', platform } = account;
	const words = name.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
	const isInName = platform !== undefined && words.includes(platform.toLowerCase());
	const label = isInName ? name : accountLabel(account);
	return readNeedsReconnecting(record) === true ? `${label} (reconnect needed)` : label;
}

export function describeMedia(record: IDataObject): string {
	const altText = readMediaFacts(record).altText?.trim() ?? '';
	return [readName(record), altText].filter((part) => part !== '').join(' — ');
}
