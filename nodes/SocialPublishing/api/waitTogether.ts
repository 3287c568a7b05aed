import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from './readings/record';
import { clock } from '../shared/clock';
import { asRequestFailure, isTemporary, type ServiceFailure } from '../shared/failure';
import { groupBy } from '../shared/maps';
import type { Connection } from '../transport/connection';
import { fetchPages, MAX_PAGE_SIZE } from '../transport/paginate';
import type { PendingOutcome } from './pendingOutcome';
import { OUTCOME_PURPOSE, readPost } from './posts';

const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const MAX_POLL_DELAY_MS = 10_000;
/** The pause for each request of a poll. It leaves a part of the service's rate limit to other requests. */
const PAUSE_A_REQUEST_MS = 1_000;

/**
 * Waits for the outcomes of posts: polls them until each is over or its time is up. Each is read at least once, unless it is
 * over at the start. All other requests with the same credential go first.
 *
 * @param onEnd called for each of them as soon as it has ended
 */
export async function waitTogether(
	connection: Connection,
	pending: PendingOutcome[],
	onEnd: (ended: PendingOutcome) => Promise<void>,
): Promise<void> {
	const reader = new OutcomeReader({ ...connection, isLowPriority: true });
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
		// A list may be out of date.
		await reader.readPosts(listed.filter((each) => due.has(each) && !each.isOver));
		await endAll((each) => each.isOver || due.has(each));
		if (!isPoll) continue;
		delayMs = Math.min(delayMs * POLL_GROWTH, MAX_POLL_DELAY_MS);
		const requests = reader.requests - requestsBefore;
		nextPollMs = clock.now() + Math.max(delayMs, requests * PAUSE_A_REQUEST_MS);
	}
}

/** How many posts are read at the same time. */
const MAX_PARALLEL_READS = 5;

/** The cost of the last read of the list of a workspace. */
interface ListCost {
	pages: number;
	/** Posts that had to be read anyway, because the list leaves them out or does not show their outcomes. */
	misses: number;
}

const FIRST_GUESS: ListCost = { pages: 1, misses: 0 };

/** Reads posts whose outcome is pending: with the list of their workspace or one by one, whichever takes fewer requests. */
class OutcomeReader {
	/** How many requests it has sent. */
	requests = 0;

	/** By workspace. */
	private readonly listCosts = new Map<string, ListCost>();

	constructor(private readonly connection: Connection) {}

	/**
	 * Passes to each of them its current post, or the reason why it could not be read.
	 *
	 * @returns those whose posts were read only from a list
	 */
	async read(pending: PendingOutcome[]): Promise<PendingOutcome[]> {
		const listed: PendingOutcome[] = [];
		const byWorkspace = groupBy(pending, ({ workspacePath }) => workspacePath);
		for (const [workspacePath, group] of byWorkspace) {
			const isListed = this.usesList(workspacePath, group.length);
			const left = new Set(isListed ? await this.readList(workspacePath, group) : group);
			await this.readPosts([...left]);
			listed.push(...group.filter((each) => !left.has(each)));
		}
		return listed;
	}

	/** As `read`, but one by one. If the service does not respond to the first ones, the others are not tried. */
	async readPosts(pending: PendingOutcome[]): Promise<void> {
		const left = [...pending];
		const failures: ServiceFailure[] = [];
		let isUp = false;
		const readNext = async (): Promise<void> => {
			for (let next = left.shift(); next !== undefined; next = left.shift()) {
				const isDown = !isUp && failures.length >= MAX_PARALLEL_READS;
				const failure = isDown ? failures.at(-1) : await this.readOne(next);
				isUp ||= failure === undefined;
				if (failure === undefined) continue;
				failures.push(failure);
				next.observeFailure(failure);
			}
		};
		await Promise.all(Array.from({ length: MAX_PARALLEL_READS }, readNext));
	}

	/** Returns the failure if it is temporary. */
	private async readOne(pending: PendingOutcome): Promise<ServiceFailure | undefined> {
		this.requests++;
		try {
			pending.observe(await readPost(this.connection, pending.postPath, OUTCOME_PURPOSE));
			return undefined;
		} catch (error) {
			const failure = asRequestFailure(error);
			if (isTemporary(failure)) return failure;
			pending.observeFailure(failure);
			return undefined;
		}
	}

	private usesList(workspacePath: string, count: number): boolean {
		const { pages, misses } = this.listCosts.get(workspacePath) ?? FIRST_GUESS;
		if (pages + misses < count) return true;
		// What was missing may be listed later.
		this.listCosts.set(workspacePath, { pages, misses: Math.floor(misses / 2) });
		return false;
	}

	/** Returns those whose posts must be read one by one. */
	private async readList(
		workspacePath: string,
		pending: PendingOutcome[],
	): Promise<PendingOutcome[]> {
		const unseen = new Map(pending.map((each) => [each.postId, each]));
		const unclear: PendingOutcome[] = [];
		const request = { purpose: OUTCOME_PURPOSE, path: `${workspacePath}/posts` };
		let pages = 0;
		let hasFailed = false;
		try {
			for await (const records of fetchPages(this.connection, request, () => MAX_PAGE_SIZE)) {
				pages++;
				this.requests++;
				unclear.push(...this.showListed(records, unseen));
				if (pages >= unseen.size) break;
			}
		} catch (error) {
			asRequestFailure(error);
			hasFailed = true;
		}
		const misses = hasFailed ? pending.length : unclear.length + unseen.size;
		this.listCosts.set(workspacePath, { pages, misses });
		return [...unclear, ...unseen.values()];
	}

	/** Removes the listed posts from `unseen`. Returns those whose listed records are incomplete. */
	private showListed(
		records: IDataObject[],
		unseen: Map<string, PendingOutcome>,
	): PendingOutcome[] {
		return records.flatMap((record) => {
			const id = readRecordId(record) ?? '';
			const pending = unseen.get(id);
			unseen.delete(id);
			return pending === undefined || pending.observeListed(record) ? [] : pending;
		});
	}
}
