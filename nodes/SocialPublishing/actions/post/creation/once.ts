import type { Item } from '../../../properties/item';
import { InputFailure } from '../../../shared/failure';
import { type Outcome, type Work, isUnfinished, type Unfinished } from '../../operation';
import { PostedElsewhere } from './findCreated';
import type { OnceKey } from './onceKey';
import { postedBefore } from './postedBefore';

/** A post that is ready to be created, if it has not been posted before. */
export interface PreparedCreation {
	work: Work;
	/** An earlier attempt at the item in this execution may have completed it: what it posted is gone on with. */
	mayBeComplete: boolean;
}

/**
 * The work on an item that is posted once. What is wrong with an item that was posted before does not matter, so the
 * outcome of its preparation counts only when its turn comes. A key is that of an item, which takes up to two commands, so
 * it is looked up before the first of them.
 */
export async function onlyOnce(
	item: Item,
	once: OnceKey,
	prepared: Promise<PreparedCreation>,
): Promise<Work> {
	const outcome = await prepared.catch((error: unknown) => ({ error }));
	const asFailed = (error: unknown): never => {
		once.fail();
		throw error;
	};
	return async () => {
		// What becomes of the first item with the key may not be known before its outcome is.
		if (once.isRepetition) return { finish: async () => repeat(item, once) };
		const result = await postFirst(item, once, outcome).catch((error: unknown) => {
			return error instanceof PostedElsewhere ? postedBefore(item, once.key) : asFailed(error);
		});
		if (!isUnfinished(result)) return result;
		return { ...result, finish: async () => await result.finish().catch(asFailed) };
	};
}

async function postFirst(
	item: Item,
	once: OnceKey,
	outcome: PreparedCreation | { error: unknown },
): Promise<Outcome | Unfinished<Outcome>> {
	const isOwn = 'work' in outcome && outcome.mayBeComplete;
	if (!isOwn && (await once.isDone())) return postedBefore(item, once.key);
	if ('error' in outcome) throw outcome.error;
	return await outcome.work();
}

/** Items with the same key are one post, so what has become of the first counts for all of them. */
function repeat(item: Item, once: OnceKey): Outcome {
	if (!once.hasFailed) return postedBefore(item, once.key);
	const first = `item ${once.firstIndex + 1}`;
	throw new InputFailure(
		`Failed with ${first}, which has the same key`,
		`See the error of ${first}.`,
	);
}
