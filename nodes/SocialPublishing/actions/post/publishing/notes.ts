import type { Ledger } from '../../../commands/ledger';
import {
	creationPeriods,
	newCreationDetails,
	newlyUsedKeyDetails,
	recentCreationDetails,
	usedKeyDetails,
} from './details';
import { throwStoreFailure } from './runKeys';

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
