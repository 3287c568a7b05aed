import { readPost, type PostState } from '../../../api/posts';
import { LOOK_DELAYS_MS } from '../../../commands/review';
import type { Item } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import { changedMeanwhileFailure } from './failures';
import { LOOKUP_PURPOSE } from './purpose';

/**
 * Reads a post after a command. For a moment, it may still look as before.
 *
 * @throws ServiceFailure if it does not become what was set
 */
export async function readUntil(
	{ connection }: Item,
	postPath: string,
	isAsSet: (state: PostState) => boolean,
): Promise<PostState> {
	let state: PostState | undefined;
	for (const delayMs of LOOK_DELAYS_MS) {
		await clock.wait(delayMs, connection.signal);
		state = await readPost(connection, postPath, LOOKUP_PURPOSE);
		if (isAsSet(state)) return state;
	}
	throw changedMeanwhileFailure(state ?? { post: {}, etag: undefined });
}
