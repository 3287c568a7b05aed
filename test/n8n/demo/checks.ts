import type { RunningService } from '../../service';
import { outputOf } from '../execution';
import { wasUploadedInParts, auditRequests } from '../requestAudit';
import type { RunningN8n } from '../runningN8n';
import type { FeedServer } from './feedServer';
import type { DemoRun } from './runWorkflows';

interface FinishedDemo {
	n8n: RunningN8n;
	service: RunningService;
	feed: FeedServer;
	run: DemoRun;
	partSizeBytes: number;
	say(line: string): void;
}

/**
 * Checks what the demo has done, and prints the result of each check.
 *
 * @returns the number of checks that failed
 */
export function checkDemo({ n8n, service, feed, run, partSizeBytes, say }: FinishedDemo): number {
	const { journal, state } = service;
	let failed = 0;
	const check = (isSo: boolean, statement: string) => {
		say(`   ${isSo ? '✓' : '✗'} ${statement}`);
		if (!isSo) failed++;
	};

	const [firstRun, secondRun] = run.publishing;
	check(
		JSON.stringify(run.statuses) ===
			JSON.stringify([
				['published', 'published', 'published'],
				['partial', 'published', 'failed'],
			]),
		'The first post was published to both accounts, the second to one of them',
	);
	check(
		outputOf(firstRun, 'Failed Items').some(({ json }) =>
			String(json.error).includes('The page is not available'),
		),
		'The step Failed Items got the failed post with the reason',
	);
	const posts = [...state.posts.values()];
	check(
		secondRun.status === 'success' && posts.length === 2,
		'The second run of the same feed posted nothing',
	);
	check(
		posts.every((post) => post.status === 'published') && run.reaction.status === 'success',
		'The failed delivery was reported to the chat and, when confirmed, published',
	);

	const uploads = journal.find({ operation: 'complete_media_upload' });
	const mediaIds = uploads.map(({ path }) => decodeURIComponent(path.split('/').at(-2) ?? ''));
	const [original, camera] = feed.served;
	const [unchanged, prepared] = mediaIds.map((id) => service.mediaBytes(id));
	check(
		mediaIds.length === 2 &&
			[unchanged, prepared].every(
				(stored, index) =>
					stored !== undefined &&
					wasUploadedInParts(journal.entries, mediaIds[index] ?? '', stored, partSizeBytes),
			),
		`Both pictures were uploaded in parts of ${partSizeBytes / 1024} KiB, in order and intact`,
	);
	check(
		original !== undefined && unchanged?.equals(original) === true,
		'The picture that needed no preparation was uploaded unchanged',
	);
	check(
		camera?.includes('Exif') === true && prepared?.includes('Exif') === false,
		'The metadata of the camera picture was removed',
	);

	const complaints = auditRequests(journal.entries);
	check(
		complaints.length === 0,
		'Every command had its Idempotency-Key, every publish its If-Match',
	);
	for (const complaint of complaints) say(`     ${complaint}`);
	const rejected = journal.entries.filter(({ status }) => (status ?? 0) >= 400);
	check(rejected.length === 0, 'The service rejected no request');
	check(
		n8n.secretsInLog([service.token]).length === 0,
		"The token does not occur in n8n's log at its debug level",
	);

	const counts = new Map<string, number>();
	for (const { operation = 'unknown' } of journal.entries) {
		counts.set(operation, (counts.get(operation) ?? 0) + 1);
	}
	say(`   ${journal.entries.length} requests to the service:`);
	for (const [operation, count] of counts) say(`     ${String(count).padStart(3)} × ${operation}`);
	return failed;
}
