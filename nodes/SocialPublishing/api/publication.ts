import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../shared/json';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinationName,
	readDestinations,
	readDestinationStatus,
	readPostStatus,
} from './postRecords';

/** The state of a publication. */
export interface Publication {
	/** No further change is expected without a new command. */
	settled: boolean;
	/** The post's own status, else one derived from its destinations. */
	status: string;
	/** Account ids, else destination ids. */
	published: string[];
	failed: string[];
	open: string[];
	/** In plain English. */
	message: string;
}

/** Statuses in which nothing is under way. */
export const IDLE_POST = new Set(['draft', 'scheduled', 'cancelled', 'canceled']);
/** Statuses of a delivery that has not ended. */
const UNDER_WAY = new Set(['publishing', 'retrying', 'queued', 'pending', 'processing']);
const FINAL_POST = new Set(['published', 'partial', 'failed']);

/** Reads the state of a publication from a post. Pure. */
export function readPublication(post: IDataObject): Publication {
	const published: string[] = [];
	const failed: string[] = [];
	const open: string[] = [];
	const states: Array<string | undefined> = [];
	for (const destination of readDestinations(post)) {
		const status = readDestinationStatus(destination);
		states.push(status);
		const list =
			status === 'published'
				? published
				: FAILED_DELIVERY_STATUSES.has(status ?? '')
					? failed
					: open;
		list.push(readDestinationName(destination));
	}
	const status =
		readPostStatus(post) ?? sharedIdleStatus(post) ?? deriveStatus(published, failed, open);
	const isDelivered = published.length + failed.length > 0 && open.length === 0;
	// A retried delivery may be under way although the post still has its earlier outcome.
	const isUnderWay = states.some((state) => UNDER_WAY.has(state ?? ''));
	const isFinal = FINAL_POST.has(status) && !isUnderWay;
	const settled = isFinal || IDLE_POST.has(status) || isDelivered;
	const lists = { published, failed, open: settled ? [] : open };
	return { settled, status, ...lists, message: describe(post, status, settled, lists) };
}

/** An idle post may say so in its destinations alone. */
function sharedIdleStatus(post: IDataObject): string | undefined {
	const [status, ...others] = new Set(readDestinations(post).map(readDestinationStatus));
	return others.length === 0 && IDLE_POST.has(status ?? '') ? status : undefined;
}

function deriveStatus(published: string[], failed: string[], open: string[]): string {
	if (open.length > 0) return published.length + failed.length > 0 ? 'publishing' : 'unknown';
	if (failed.length === 0) return published.length > 0 ? 'published' : 'unknown';
	return published.length > 0 ? 'partial' : 'failed';
}

/** The accounts that the post may or may not have reached. */
export function uncertainAccounts(post: IDataObject): string[] {
	return readDestinations(post)
		.filter((destination) => readDestinationStatus(destination) === 'needs_review')
		.map(readDestinationName);
}

function describe(
	post: IDataObject,
	status: string,
	settled: boolean,
	{ published, failed, open }: Pick<Publication, 'published' | 'failed' | 'open'>,
): string {
	if (status === 'draft') return 'The post is a draft. It has not been published.';
	if (status === 'scheduled') {
		const at = textOf(post.scheduled_at);
		return `The post is scheduled${at === undefined ? '' : ` for ${at}`}. It has not been published yet.`;
	}
	if (IDLE_POST.has(status)) return 'The post was cancelled. It has not been published.';
	const uncertain = uncertainAccounts(post);
	const refused = failed.filter((name) => !uncertain.includes(name));
	const parts = [
		published.length > 0 ? `Published: ${published.join(', ')}.` : undefined,
		refused.length > 0 ? `Not published: ${refused.join(', ')}.` : undefined,
		uncertain.length > 0 ? `Not certain: ${uncertain.join(', ')}.` : undefined,
		settled ? undefined : `Still open: ${open.length > 0 ? open.join(', ') : 'the post'}.`,
	].filter((part) => part !== undefined);
	return parts.length > 0 ? parts.join(' ') : `The status of the post is ${status}.`;
}
