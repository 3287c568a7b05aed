import type { Ledger } from '../../../commands/ledger';
import { clock } from '../../../shared/clock';
import { KEY_LIFETIME_MS } from '../../../transport/retry';
import { itemDetail, updateDetail } from './details';
import { throwStoreFailure } from './runKeys';

const PERIOD_MS = 30 * 60_000;
/** The service still knows the idempotency keys of creations in these last periods. */
const PERIODS_OF_KEY = Math.floor(KEY_LIFETIME_MS / PERIOD_MS);
/** Sixty days. When a creation before them was sent is unknown. */
const PERIODS_REMEMBERED = (60 * 24 * 60 * 60_000) / PERIOD_MS;
/** A list may not show the posts of these last periods yet: an hour to an hour and a half. */
const PERIODS_OF_DELAY = 3;

/** The current period, then earlier ones. */
function lastPeriods(count: number): number[] {
	const now = Math.floor(clock.now() / PERIOD_MS);
	return Array.from({ length: count }, (_, ago) => now - ago);
}

/** When a creation was sent. */
const sinceDetail = (period: number): string => `since:${period}`;
/** When the service refused a creation because it knew the idempotency key with other content. */
const usedDetail = (period: number): string => `used:${period}`;

/** Recorded when a creation is sent. */
export const detailsOfNow = (): string[] => lastPeriods(1).map(sinceDetail);

/** After as many updates of an interrupted item, the node no longer knows whether the item is as it was sent. */
const MAX_UPDATES = 9;

/** What the ledger holds of one key, and when creations were sent for it, as far as that is recorded. */
export class Notes {
	constructor(
		private readonly ledger: Ledger,
		private readonly key: string,
	) {}

	/** Returns those of these details that are recorded by now. */
	async read(details: string[]): Promise<Set<string>> {
		return await this.ledger.readDetails(this.key, details).catch(throwStoreFailure);
	}

	/** Records details that do not depend on the state of the key. */
	async note(details: string[]): Promise<void> {
		await this.ledger.note(this.key, details).catch(throwStoreFailure);
	}

	/** Whether the post was last sent for this item: what an item was before an update no longer counts. */
	async isAsSent(item: unknown): Promise<boolean> {
		const updates = await this.countUpdates();
		if (updates === MAX_UPDATES) return false;
		return (await this.read([itemDetail(item, updates)])).size > 0;
	}

	/** How often the post has been updated to its item; with `MAX_UPDATES`, it may be more often. */
	async countUpdates(): Promise<number> {
		const updates = Array.from({ length: MAX_UPDATES }, (_, index) => updateDetail(index + 1));
		return (await this.read(updates)).size;
	}

	/** When the first creation was sent, at the earliest, in ms since 1970; undefined if unknown. */
	async firstCreationMs(): Promise<number | undefined> {
		const periods = lastPeriods(PERIODS_REMEMBERED);
		const recorded = await this.read(periods.map(sinceDetail));
		const first = periods.findLast((period) => recorded.has(sinceDetail(period)));
		return first === undefined ? undefined : first * PERIOD_MS;
	}

	/** Whether a list may not show a post yet that was created for the key. */
	async isCreationNew(): Promise<boolean> {
		return (await this.read(lastPeriods(PERIODS_OF_DELAY).map(sinceDetail))).size > 0;
	}

	/** Whether the service still knows the idempotency key with which an earlier run may have created a post. */
	async isCreationRecent(): Promise<boolean> {
		return (await this.read(lastPeriods(PERIODS_OF_KEY).map(sinceDetail))).size > 0;
	}

	/**
	 * Call it if the service knows the idempotency key with other content. Returns whether it has known the key for so long
	 * that lists show the post that was created with it.
	 */
	async recordUse(): Promise<boolean> {
		const uses = lastPeriods(PERIODS_OF_KEY).map(usedDetail);
		const recorded = await this.read(uses);
		const isNew = uses.slice(0, PERIODS_OF_DELAY).some((each) => recorded.has(each));
		const isLong = recorded.size > 0 && !isNew;
		// With another key, another post may be created now.
		if (recorded.size === 0 || isLong) await this.note(uses.slice(0, 1));
		return isLong;
	}
}
