import type { IdempotencyMode } from '../../../commands/key';
import {
	isPostedOnce,
	readCreationIdempotency,
	readOnceKey,
} from '../../../properties/idempotency';
import { executionScope, type Item } from '../../../properties/item';
import type { Work } from '../../operation';
import { PostedElsewhere } from './findCreated';
import { onceRunOf, type OnceKey } from './onceRun';

/** How the item's key is made. `once`: the item is to be posted once, for good. */
export interface RequestedCreation {
	idempotency: IdempotencyMode;
	once: OnceKey | undefined;
}

/** Reads the field If This Runs Again. */
export function readRequestedCreation(item: Item): RequestedCreation {
	if (!isPostedOnce(item)) return { idempotency: readCreationIdempotency(item), once: undefined };
	const { functions } = item;
	const run = onceRunOf(functions);
	// Before anything of the item can fail.
	run.isUsed = true;
	const key = readOnceKey(item);
	const { id, name } = functions.getNode();
	const node = [functions.getInstanceId(), functions.getWorkflow().id ?? '', id || name];
	return {
		idempotency: { mode: 'once', identity: [...node, key], scope: executionScope(item) },
		once: run.open(key),
	};
}

/** A post that is ready to be created, if it has not been posted before. */
export interface PreparedCreation {
	work: Work;
	/** An earlier attempt at the item in this execution may have completed it: what it posted is gone on with. */
	mayBeComplete: boolean;
}

/**
 * The work on an item that is posted once. What is wrong with an item that is left out does not matter, so the outcome
 * of its preparation counts only when its turn comes. A key is that of an item, which takes up to two commands, so it is
 * looked up before the first of them.
 */
export async function onlyOnce(once: OnceKey, prepared: Promise<PreparedCreation>): Promise<Work> {
	const outcome = await prepared.catch((error: unknown) => ({ error }));
	return async () => {
		const isOwn = 'work' in outcome && outcome.mayBeComplete;
		if (once.isRepetition || (!isOwn && (await once.isDone()))) {
			once.run.leaveOut();
			return [];
		}
		if ('error' in outcome) throw outcome.error;
		return await outcome.work().catch((error: unknown) => {
			if (!(error instanceof PostedElsewhere)) throw error;
			once.run.leaveOut();
			return [];
		});
	};
}
