import type { Work } from '../../operation';
import { PostedElsewhere } from './findCreated';
import type { OnceKey } from './onceRun';

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
