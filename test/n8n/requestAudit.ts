import { createHash } from 'node:crypto';

import type { JournalEntry } from '../service';

/** What the service's specification requires of its commands, deliberately repeated here. */
const NEEDS_IDEMPOTENCY_KEY = [
	'create_post',
	'duplicate_post',
	'publish_post',
	'schedule_post',
	'reschedule_post',
	'cancel_post',
	'retry_delivery',
];
const NEEDS_IF_MATCH = ['edit_post', 'publish_post', 'schedule_post', 'reschedule_post'];

/** Returns what is wrong with the headers and URLs of these requests; empty if they follow the rules. */
export function auditRequests(entries: readonly JournalEntry[]): string[] {
	return entries.flatMap(({ method, path, operation = '', headers, query }) => {
		const missing = [
			NEEDS_IDEMPOTENCY_KEY.includes(operation) && !headers['idempotency-key'] && 'Idempotency-Key',
			NEEDS_IF_MATCH.includes(operation) &&
				!/^".*"$/.test(String(headers['if-match'])) &&
				'If-Match',
		].filter((header) => header !== false);
		const leaks = JSON.stringify([path, query]).includes('sp_') ? ['token in the URL'] : [];
		return [...missing.map((header) => `no ${header}`), ...leaks].map(
			(complaint) => `${method} ${path}: ${complaint}`,
		);
	});
}

/** Whether a file was uploaded unchanged, in order, and in parts of the size that the service requested. */
export function wasUploadedInParts(
	entries: readonly JournalEntry[],
	mediaId: string,
	content: Buffer,
	partSizeBytes: number,
): boolean {
	const parts = entries.filter(
		({ operation, path }) =>
			operation === 'upload_media_part' && path.includes(`/media/${mediaId}/`),
	);
	const expected = [];
	for (let start = 0; start < content.length; start += partSizeBytes) {
		const part = content.subarray(start, start + partSizeBytes);
		expected.push({
			sizeBytes: part.length,
			sha256: createHash('sha256').update(part).digest('hex'),
		});
	}
	return JSON.stringify(parts.map(({ body }) => body)) === JSON.stringify(expected);
}
