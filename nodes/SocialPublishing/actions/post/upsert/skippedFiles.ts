import { isAvailable } from '../../../media/attachFiles';
import type { Attachment } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { asSentence } from '../../../shared/text/sentences';
import { digest } from '../publishing/details';
import type { PresentRow, Row } from './row';

/*
 * The files that a post was saved without, because they were missing. They are still wanted, and are added as soon as they are
 * found.
 */

type Wanted = PresentRow['wanted'];

/** Recorded while a post lacks the file: by its origin, because the content of a missing file is unknown. */
function skippedFact({ creation }: Wanted, file: Attachment): string {
	const requested = creation.content.files[creation.files.indexOf(file)];
	return `skipped:${digest({ ...requested, altText: '' })}`;
}

/** The files that were left out of the post when it was saved. */
export async function readSkipped({ key, wanted }: Row): Promise<Attachment[]> {
	if (!('creation' in wanted)) return [];
	const files = optionalFiles(wanted);
	const recorded = await key.facts.read(files.map((file) => skippedFact(wanted, file)));
	return files.filter((file) => recorded.has(skippedFact(wanted, file)));
}

/** Adds the files of a row that cannot be found or loaded now. Loads the others, but sends nothing. */
export async function withMissing(
	{ item, wanted }: Row,
	skipped: Attachment[],
): Promise<Attachment[]> {
	if (!('creation' in wanted)) return skipped;
	await hasAvailable(item, optionalFiles(wanted));
	return [...new Set([...skipped, ...missingFiles(wanted)])];
}

/** Whether one of these files can be added to the post now. Loads them, but sends nothing. */
export async function hasAvailable(item: Item, files: Attachment[]): Promise<boolean> {
	let isFound = false;
	for (const file of files) isFound = (await isAvailable(item, file)) || isFound;
	return isFound;
}

function optionalFiles({ creation }: Wanted): Attachment[] {
	return creation.files.filter(({ isOptional, isEmpty }) => isOptional && !isEmpty);
}

/** The files that could not be found or loaded in this run. */
export function missingFiles({ creation }: Wanted): Attachment[] {
	return creation.files.filter(({ missing, isEmpty }) => missing !== undefined && !isEmpty);
}

/**
 * Records which files the last command has left out.
 *
 * @param skipped the files that the post lacked before the command
 */
export async function recordSkipped(
	{ key, wanted }: PresentRow,
	postId: string,
	skipped: Attachment[],
): Promise<void> {
	const factsOf = (files: Attachment[]) => files.map((file) => skippedFact(wanted, file));
	const missing = missingFiles(wanted);
	await key.facts.record(postId, factsOf(missing));
	await key.facts.drop(factsOf(skipped.filter((file) => !missing.includes(file))));
}

/** Which files a post lacks. Pure. */
export function describeSkipped(skipped: Attachment[], isOut: boolean): string {
	const reasons = skipped.map(({ missing, name }) => asSentence(missing ?? name)).join(' ');
	return isOut
		? `It went out without a file: ${reasons}`
		: `Without a file for now: ${reasons} The next run tries again.`;
}
