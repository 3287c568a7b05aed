import type { PendingOutcome } from '../api/pendingOutcome';
import { waitTogether } from '../api/waitTogether';
import type { Item } from '../properties/item';
import type { OperationResult, Unfinished } from './operation';
import type { HandedOverPost } from './runErrors';

export interface UnfinishedItem {
	item: Item;
	result: Unfinished<OperationResult>;
}

/** The items of a run whose outcomes are not known yet. */
export class UnfinishedItems {
	private readonly items = new Map<number, UnfinishedItem>();

	add(item: Item, result: Unfinished<OperationResult>): void {
		this.items.set(item.index, { item, result });
	}

	get indices(): number[] {
		return [...this.items.keys()];
	}

	/** The posts whose outcomes are pending. */
	get posts(): HandedOverPost[] {
		return [...this.items.values()].flatMap(({ item: { index }, result: { pending } }) =>
			pending === undefined ? [] : { index, postId: pending.postId },
		);
	}

	/**
	 * Waits for the outcomes of all items together. Items that depend on others come last, in order.
	 *
	 * @param finish called for each item as soon as its outcome is known
	 */
	async wait(finish: (ended: UnfinishedItem) => Promise<void>): Promise<void> {
		const finishAndForget = async (ended: UnfinishedItem) => {
			await finish(ended);
			this.items.delete(ended.item.index);
		};
		const waiting = new Map<PendingOutcome, UnfinishedItem>();
		for (const each of this.items.values()) {
			if (each.result.pending !== undefined) waiting.set(each.result.pending, each);
		}
		const [first] = waiting.values();
		if (first !== undefined) {
			await waitTogether(first.item.connection, [...waiting.keys()], async (pending) => {
				const ended = waiting.get(pending);
				waiting.delete(pending);
				if (ended !== undefined) await finishAndForget(ended);
			});
		}
		for (const dependent of this.items.values()) await finishAndForget(dependent);
	}
}
