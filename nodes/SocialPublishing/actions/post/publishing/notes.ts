import type { Ledger } from '../../../commands/ledger';
import {
	creationPeriods,
	itemDetail,
	newCreationDetails,
	newlyUsedKeyDetails,
	recentCreationDetails,
	updateDetail,
	usedKeyDetails,
} from './details';
import { throwStoreFailure } from './runKeys';

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
		const periods = creationPeriods();
		const recorded = await this.read(periods.map(({ detail }) => detail));
		return periods.findLast(({ detail }) => recorded.has(detail))?.startMs;
	}

	/** Whether a list may not show a post yet that was created for the key. */
	async isCreationNew(): Promise<boolean> {
		return (await this.read(newCreationDetails())).size > 0;
	}

	/** Whether the service still knows the idempotency key with which an earlier run may have created a post. */
	async isCreationRecent(): Promise<boolean> {
		return (await this.read(recentCreationDetails())).size > 0;
	}

	/**
	 * Call it if the service knows the idempotency key with other content. Returns whether it has known the key for so long
	 * that lists show the post that was created with it.
	 */
	async recordUse(): Promise<boolean> {
		const [now = '', ...earlier] = usedKeyDetails();
		const recorded = await this.read([now, ...earlier]);
		const isLong = recorded.size > 0 && !newlyUsedKeyDetails().some((each) => recorded.has(each));
		// With another key, another post may be created now.
		if (recorded.size === 0 || isLong) await this.note([now]);
		return isLong;
	}
}
