import { isAvailable } from '../../../media/attachFiles';
import type { Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { asSentence } from '../../../shared/text/sentences';
import { digest } from '../publishing/details';
import type { PresentRow, Row } from './row';

/** The files that a post was saved without, because they were missing. They are still wanted. */

/** Recorded while a post lacks the file: by its origin, because the content of a missing file is unknown. */
function factOf({ creation }: PresentRow['wanted'], file: Attachment): string {
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
	const recorded = await key.facts.read(files.map((file) => factOf(wanted, file)));
	return files.filter((file) => recorded.has(factOf(wanted, file)));
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
	const facts = missingFiles(wanted).map((file) => factOf(wanted, file));
	await key.facts.record(postId, facts);
}

/** Call it once the post has those of these files that are not missing. */
export async function dropSkipped(
	{ key, wanted }: PresentRow,
	skipped: Attachment[],
): Promise<void> {
	const missing = missingFiles(wanted);
	for (const file of skipped) {
		if (!missing.includes(file)) await key.facts.drop(factOf(wanted, file));
	}
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
