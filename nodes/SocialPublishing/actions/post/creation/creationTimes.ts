import {
	creationPeriods,
	newCreationDetails,
	newlyUsedKeyDetails,
	recentCreationDetails,
	usedKeyDetails,
} from './keyDetails';
import type { KeyRecords } from './keyRecords';

/** When creations were sent for a key, as far as that is recorded. */
export class CreationTimes {
	constructor(private readonly records: KeyRecords) {}

	/** When the first creation was sent, at the earliest, in ms since 1970; undefined if unknown. */
	async firstMs(): Promise<number | undefined> {
		const periods = creationPeriods();
		const recorded = await this.records.read(periods.map(({ detail }) => detail));
		return periods.findLast(({ detail }) => recorded.has(detail))?.startMs;
	}

	/** Whether a list may not show a post yet that was created for the key. */
	async areNew(): Promise<boolean> {
		return (await this.records.read(newCreationDetails())).size > 0;
	}

	/** Whether the service still knows the idempotency key with which an earlier run may have created a post. */
	async areRecent(): Promise<boolean> {
		return (await this.records.read(recentCreationDetails())).size > 0;
	}

	/**
	 * Call it if the service knows the idempotency key with other content. Returns whether it has known the key for so long
	 * that lists show the post that was created with it.
	 */
	async recordUse(): Promise<boolean> {
		const [now = '', ...earlier] = usedKeyDetails();
		const recorded = await this.records.read([now, ...earlier]);
		const isLong = recorded.size > 0 && !newlyUsedKeyDetails().some((each) => recorded.has(each));
		// With another key, another post may be created now.
		if (recorded.size === 0 || isLong) await this.records.note([now]);
		return isLong;
	}
}
