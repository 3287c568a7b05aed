import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from '../../../api/readings/record';
import { isAvailable } from '../../../media/attachFiles';
import type { Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { asSentence } from '../../../shared/text/sentences';
import { digest, partDetail } from '../publishing/details';
import { type Part, PARTS, type PresentRow, type Row, statedParts, type WantedPost } from './row';

/*
 * What is recorded of a row and its post: the row for which the post was seen out, the parts that the post has, the files
 * that it was saved without.
 */

/** Recorded once a row has been seen to match its post after it has gone out: since then, accounts may have changed. */
export function seenFacts(wanted: WantedPost, post: IDataObject): string[] {
	return wanted.status === 'absent'
		? []
		: [`seen:${digest([readRecordId(post) ?? '', wanted.typed])}`];
}

/** Whether a row is as it was when it was seen to match its post that has gone out. */
export async function isAsSeen(
	{ key, wanted }: Pick<Row, 'key' | 'wanted'>,
	post: IDataObject,
): Promise<boolean> {
	return (await key.facts.read(seenFacts(wanted, post))).size > 0;
}

/** Records that a row matches its post, which has gone out. */
export async function recordSeen(row: PresentRow, post: IDataObject): Promise<void> {
	const id = readRecordId(post);
	if (id === undefined || (await isAsSeen(row, post))) return;
	await row.key.facts.recordSeen(id, seenFacts(row.wanted, post));
}

/** The facts that show whether the post of a row has parts that its list omits. Pure. */
export function factsAboutParts({ wanted }: Pick<Row, 'wanted'>, omitted: Part[]): string[] {
	return omitted.length === 0
		? []
		: [...new Set([...omitted, ...wantedParts(wanted)])].map(partDetail);
}

/** The parts that the post of a row is sent with. */
function wantedParts(wanted: WantedPost): Part[] {
	return 'creation' in wanted ? wanted.parts : [];
}

/** Whether the list shows every part with which the post of a row was sent. Earlier versions have not recorded the parts. */
export async function isShownInList(row: Row, omitted: Part[]): Promise<boolean> {
	if (omitted.length === 0) return true;
	const recorded = await row.key.facts.read(factsAboutParts(row, omitted));
	return recorded.size > 0 && !omitted.some((part) => recorded.has(partDetail(part)));
}

/**
 * Call it with a post that was read because its list omits parts, if it has the content of the row. Parts that the post
 * does not state either are not looked for again.
 */
export async function recordShownParts(
	{ key, isDryRun, wanted }: Row,
	omitted: Part[],
	id: string,
	post: IDataObject,
): Promise<void> {
	if (isDryRun || omitted.length === 0) return;
	const stated = statedParts([post]);
	const shown = wantedParts(wanted).filter((part) => stated.includes(part));
	await key.facts.record(id, shown.map(partDetail));
	const others = PARTS.filter((part) => !shown.includes(part)).map(partDetail);
	await key.facts.drop(others);
}

/** Recorded while a post lacks the file, which is still wanted: by its origin, because the content of a missing file is unknown. */
function skippedFact({ creation }: PresentRow['wanted'], file: Attachment): string {
	const requested = creation.content.files[creation.files.indexOf(file)];
	return `skipped:${digest({ ...requested, altText: '' })}`;
}

/** The files that were left out of the post when it was saved. */
export async function readSkipped({
	key,
	wanted,
}: Pick<Row, 'key' | 'wanted'>): Promise<Attachment[]> {
	if (!('creation' in wanted)) return [];
	const files = optionalFiles(wanted.creation);
	const recorded = await key.facts.read(files.map((file) => skippedFact(wanted, file)));
	return files.filter((file) => recorded.has(skippedFact(wanted, file)));
}

/** The files of a row that cannot be found or loaded now. Loads the others, but sends nothing. */
export async function findMissing({ item, wanted }: Row): Promise<Attachment[]> {
	if (!('creation' in wanted)) return [];
	await findSkipped(item, optionalFiles(wanted.creation));
	return missingFiles(wanted);
}

function optionalFiles({ files }: PresentRow['wanted']['creation']): Attachment[] {
	return files.filter(({ isOptional, isEmpty }) => isOptional && !isEmpty);
}

/** The files that could not be found or loaded in this run. */
export function missingFiles({ creation }: PresentRow['wanted']): Attachment[] {
	return creation.files.filter(({ missing, isEmpty }) => missing !== undefined && !isEmpty);
}

/** Records which files the last command has left out. */
export async function recordSkipped({ key, wanted }: PresentRow, postId: string): Promise<void> {
	const facts = missingFiles(wanted).map((file) => skippedFact(wanted, file));
	await key.facts.record(postId, facts);
}

/** Call it once the post has those of these files that are not missing. */
export async function dropSkipped(
	{ key, wanted }: PresentRow,
	skipped: Attachment[],
): Promise<void> {
	const missing = missingFiles(wanted);
	const found = skipped.filter((file) => !missing.includes(file));
	await key.facts.drop(found.map((file) => skippedFact(wanted, file)));
}

/** Whether one of these files can be added to the post now. Loads them, but sends nothing. */
export async function findSkipped(item: Item, skipped: Attachment[]): Promise<boolean> {
	let isFound = false;
	for (const file of skipped) isFound = (await isAvailable(item, file)) || isFound;
	return isFound;
}

/** Which files a post lacks. Pure. */
export function describeSkipped(skipped: Attachment[], isOut: boolean): string | undefined {
	if (skipped.length === 0) return undefined;
	const reasons = skipped.map(({ missing, name }) => asSentence(missing ?? name)).join(' ');
	return isOut
		? `It went out without a file: ${reasons}`
		: `Without a file for now: ${reasons} The next run tries again.`;
}
