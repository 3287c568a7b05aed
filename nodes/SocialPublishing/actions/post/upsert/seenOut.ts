import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from '../../../api/readings/record';
import { digest } from '../publishing/details';
import type { PresentRow, Row, WantedPost } from './row';

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

/** Records that a post has gone out, by whomever: then a list may leave it out, but it was not deleted. */
export async function recordOut({ key }: Pick<Row, 'key'>, post: IDataObject): Promise<void> {
	const postId = readRecordId(post);
	if (postId !== undefined) await key.facts.recordLeaving(postId);
}
