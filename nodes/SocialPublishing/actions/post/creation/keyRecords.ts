import type { Ledger } from '../../../commands/ledger';
import type { PostDetails } from '../../../commands/ledgerStore';
import { throwStoreFailure } from './runKeys';

/** What the ledger holds of one key. */
export class KeyRecords {
	constructor(
		private readonly ledger: Ledger,
		private readonly key: string,
	) {}

	/** Returns those of these details that are recorded. */
	async read(details: string[]): Promise<Set<string>> {
		return await this.ledger.readDetails(this.key, details).catch(throwStoreFailure);
	}

	/** Records details that do not depend on the state of the key. */
	async note(details: string[]): Promise<void> {
		await this.ledger.note(this.key, details).catch(throwStoreFailure);
	}

	/** Call it right before the post is created. Returns whether that had begun before. */
	async begin(details: string[]): Promise<boolean> {
		return await this.ledger.begin(this.key, details).catch(throwStoreFailure);
	}

	/**
	 * Replaces the earlier states of the key, and returns those of the details that were recorded before.
	 *
	 * @throws the error of n8n's store as it is. Then the end of the run tries again
	 */
	async advance(state: 'created' | 'drafted', post: PostDetails): Promise<Set<string>> {
		return await this.ledger.advance(this.key, state, post);
	}

	/** Erases the key at once, apart from some details. */
	async eraseNow(postId?: string, kept: string[] = []): Promise<void> {
		await this.ledger.eraseNow(this.key, postId, kept).catch(throwStoreFailure);
	}

	/** Makes the key new again at the end of the run: the commands that were sent for it had no effect. */
	erase(): void {
		this.ledger.erase(this.key);
	}

	/** Records that the key is done, by this post. */
	async finish(postId: string | undefined): Promise<void> {
		await this.ledger.finish(this.key, postId);
	}
}
