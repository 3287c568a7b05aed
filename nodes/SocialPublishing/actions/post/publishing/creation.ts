import type { IDataObject } from 'n8n-workflow';

import { phase } from '../../../api/phase';
import { fingerprint } from '../../../api/postContent';
import { readRecordId } from '../../../api/readings/record';
import type { CommandIdentity, IdempotencyMode } from '../../../commands/key';
import { knownRevision, strongEtag, type RevisionChoice } from '../../../commands/revision';
import { attachFiles } from '../../../media/attachFiles';
import { rememberMissingFiles, type Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { checkLeadTime, readSchedule, type Schedule } from '../../../properties/schedule';
import { isForNextSlot, readTimetable } from '../../../properties/slots';
import { readWaitSettings, type WaitSettings } from '../../../properties/waitSettings';
import { canonicalJson } from '../../../shared/json';
import { path } from '../../../transport/address';
import type { ServiceResponse } from '../../../transport/types';
import { checkContent, toPostBody, type PostContent } from '../content/postContent';
import { SlotSchedule } from '../slots/slotSchedule';
import type { ItemKey } from './itemKey';

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

/** A post to save as a draft. Its fields have been read and checked. */
export interface Creation {
	workspace: string;
	command: CommandIdentity;
	idempotency: IdempotencyMode;
	/** Set if the item is posted once, or its post is kept in sync. */
	key: ItemKey | undefined;
	content: PostContent;
	/** Its links are tagged. The tags are not part of the key. */
	hasTags: boolean;
	files: Attachment[];
	/** What follows the creation; undefined for a draft, and for a row, which sends its commands itself. */
	followUp: Timing | undefined;
	/** The service is asked whether the post can be published before the draft is made. */
	isCheckedFirst: boolean;
}

/** Identifies a file of an item in every execution. The upload of an input file belongs to one of them. */
export function lastingName({ source, file, altText = '' }: Attachment): string {
	return source === undefined ? file : canonicalJson([source, altText]);
}

/** The body with placeholders for media IDs: another run has uploaded the same files with other IDs. */
export function bodyWithPlaceholders({ content, files }: Creation): IDataObject {
	const names = files.map(({ file, missing }) => (missing === undefined ? file : undefined));
	return toPostBody(content, names);
}

/** Uploads the files. Returns the body that contains them. */
export async function makeBodyWithUploads(
	item: Item,
	{ content, files }: Creation,
): Promise<IDataObject> {
	const body = toPostBody(content, await attachFiles(item, files));
	await checkContent(item, content, files);
	rememberMissingFiles(item, files);
	return body;
}

/** Identifies the texts and accounts that are sent. */
export function contentFingerprint({ content }: Creation): string {
	return fingerprint(toPostBody(content, []));
}

/**
 * The key to create a post with if the first one cannot be used.
 *
 * @param deletedId the post that was created with the key before
 */
export function keyOfContent(
	{ idempotency, content }: Creation,
	deletedId: string | undefined,
): IdempotencyMode {
	if (idempotency.mode !== 'once') return idempotency;
	const parts = [canonicalJson(toPostBody(content, [])), ...(deletedId ? [deletedId] : [])];
	return { ...idempotency, identity: [...idempotency.identity, ...parts] };
}

/** The ETag of a new draft saves reading the draft first. */
export function revisionOfDraft({ etag }: ServiceResponse): RevisionChoice {
	return knownRevision(strongEtag(etag));
}

/** The path of the post in a record; undefined if the record states no ID. */
export function pathOfPost({ command }: Creation, post: IDataObject): string | undefined {
	const id = readRecordId(post);
	return id === undefined ? undefined : `${command.path}${path(id)}`;
}
