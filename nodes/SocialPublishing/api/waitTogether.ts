import { clock } from '../shared/clock';
import type { Connection } from '../transport/connection';
import { OutcomeReader } from './outcomeReader';
import type { PendingOutcome } from './pendingOutcome';

const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const LONGEST_POLL_MS = 10_000;
/** For each request of a poll: the pace of the service's rate limit, of which others need a part, too. */
const PAUSE_A_REQUEST_MS = 1_000;

/**
 * Waits for the outcomes of posts: polls them until each is over or its time is up. Each is read at least once, unless it is
 * over from the start. All other requests with the same credential go first.
 *
 * @param onEnd called for each of them as soon as it has ended
 */
export async function waitTogether(
	connection: Connection,
	pending: PendingOutcome[],
	onEnd: (ended: PendingOutcome) => Promise<void>,
): Promise<void> {
	const reader = new OutcomeReader({ ...connection, isPatient: true });
	let open = pending;
	const endAll = async (hasEnded: (each: PendingOutcome) => boolean) => {
		const ended = open.filter(hasEnded);
		open = open.filter((each) => !hasEnded(each));
		for (const each of ended) await onEnd(each);
	};
	await reader.read(open.filter(({ isUnknown }) => isUnknown));
	await endAll(({ isOver }) => isOver);

	let delayMs = FIRST_POLL_MS;
	let nextPollMs = clock.now() + delayMs;
	while (open.length > 0) {
		const deadlineMs = open.reduce((first, each) => Math.min(first, each.deadlineMs), Infinity);
		await clock.wait(
			Math.max(0, Math.min(nextPollMs, deadlineMs) - clock.now()),
			connection.signal,
		);
		const nowMs = clock.now();
		const due = new Set(open.filter((each) => each.deadlineMs <= nowMs));
		const isPoll = nextPollMs <= nowMs;
		const requestsBefore = reader.requests;
		const listed = await reader.read(isPoll ? open : [...due]);
		// A list may be behind.
		await reader.readPosts(listed.filter((each) => due.has(each) && !each.isOver));
		await endAll((each) => each.isOver || due.has(each));
		if (!isPoll) continue;
		delayMs = Math.min(delayMs * POLL_GROWTH, LONGEST_POLL_MS);
		const requests = reader.requests - requestsBefore;
		nextPollMs = clock.now() + Math.max(delayMs, requests * PAUSE_A_REQUEST_MS);
	}
}
