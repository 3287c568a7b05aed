import { asSentence } from '../shared/text/sentences';
import { executionScope, type Item, addHint } from '../properties/item';
import { readEntry, writeEntry } from '../commands/journal';
import type { Attachment } from './attachment';

const NAME = 'missing files';

/** Why files are left out, one reason each. */
export function reasonsForMissing(attachments: Array<Pick<Attachment, 'missing'>>): string[] {
	return attachments.flatMap(({ missing = [] }) => missing);
}

/**
 * Keeps what was left out of a post for a later attempt, which does not look for the files again. Where a field is empty,
 * as in a row without a picture, nothing was left out.
 */
export function rememberMissingFiles(item: Item, attachments: Attachment[]): void {
	const reasons = reasonsForMissing(attachments.filter(({ isEmpty }) => !isEmpty));
	if (reasons.length > 0) writeEntry(executionScope(item), NAME, { reasons });
}

/**
 * Tells the user what was left out.
 *
 * @param happened `Goes without a file`
 */
export function showMissingFiles(item: Item, happened: string): void {
	const { reasons } = readEntry(executionScope(item), NAME) ?? {};
	if (!Array.isArray(reasons)) return;
	addHint(item, `${happened}: ${reasons.map((reason) => asSentence(String(reason))).join(' ')}`);
}
