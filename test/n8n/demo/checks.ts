import type { RunningService } from '../../service';
import { wasUploadedInParts, auditRequests } from '../requestAudit';
import type { RunningN8n } from '../runningN8n';
import { outputOf } from '../rest';
import type { FeedServer } from './feedServer';
import type { DemoRun } from './runWorkflows';

interface Outcome {
	n8n: RunningN8n;
	service: RunningService;
	feed: FeedServer;
	run: DemoRun;
	partSizeBytes: number;
	say(line: string): void;
}

/**
 * Says what is as it should be and what is not.
 *
 * @returns how many checks failed
 */
export function checkDemo({ n8n, service, feed, run, partSizeBytes, say }: Outcome): number {
	const { journal, state } = service;
	let failed = 0;
	const check = (isSo: boolean, statement: string) => {
		say(`   ${isSo ? '✓' : '✗'} ${statement}`);
		if (!isSo) failed++;
	};

	const posts = [...state.posts.values()];
	const statuses = posts.map(({ status, destinations }) => [
		status,
		...destinations.map((destination) => destination.status),
	]);
	check(
		JSON.stringify(statuses) ===
			JSON.stringify([
				['published', 'published', 'published'],
				['partial', 'published', 'failed'],
			]),
		'The first post is out on both accounts, the second on one of them',
	);
	check(
		run.wentOut.length === 1 &&
			run.needsAttention.length === 1 &&
			String(run.needsAttention[0]?.error).includes('The page is no longer available'),
		'n8n kept them apart, and names the reason of the failure',
	);

	const uploads = journal.find({ operation: 'complete_media_upload' });
	const mediaIds = uploads.map(({ path }) => decodeURIComponent(path.split('/').at(-2) ?? ''));
	const [original, camera] = feed.served;
	const [asItWas, prepared] = mediaIds.map((id) => service.mediaBytes(id));
	check(
		mediaIds.length === 2 &&
			[asItWas, prepared].every(
				(stored, index) =>
					stored !== undefined &&
					wasUploadedInParts(journal.entries, mediaIds[index] ?? '', stored, partSizeBytes),
			),
		`Both pictures arrived in parts of ${partSizeBytes / 1024} KiB, in order and with the right bytes`,
	);
	check(
		original !== undefined && asItWas?.equals(original) === true,
		'The picture that was fit already arrived unchanged',
	);
	check(
		camera?.includes('Exif') === true && prepared?.includes('Exif') === false,
		"The camera's picture lost its metadata",
	);

	const eventTypes = run.events.map((event) => {
		const [received] = outputOf(event, 'When Something Happens');
		return String(received?.json.type);
	});
	check(
		JSON.stringify(eventTypes.sort()) === '["delivery.failed","post.published"]',
		'Exactly the two events that the workflow asked for came in',
	);

	const complaints = auditRequests(journal.entries);
	check(
		complaints.length === 0,
		'Every command carried its Idempotency-Key, every publish its If-Match',
	);
	for (const complaint of complaints) say(`     ${complaint}`);
	const refused = journal.entries.filter(({ status }) => (status ?? 0) >= 400);
	check(refused.length === 0, 'The service refused no request');
	check(
		n8n.secretsInLog([service.token]).length === 0,
		"The token does not occur in n8n's log, which is at its most detailed",
	);

	const counts = new Map<string, number>();
	for (const { operation = 'unknown' } of journal.entries) {
		counts.set(operation, (counts.get(operation) ?? 0) + 1);
	}
	say(`   ${journal.entries.length} requests to the service:`);
	for (const [operation, count] of counts) say(`     ${String(count).padStart(3)} × ${operation}`);
	return failed;
}
