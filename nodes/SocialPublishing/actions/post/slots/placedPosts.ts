import { mayBeScheduled, readScheduled, type ScheduledPost } from '../../../api/listedPosts';
import { readPosts } from '../../../api/posts';
import { hasTime } from '../../../api/readings/post';
import { ProcessMemory } from '../../../commands/processMemory';
import { isSameSlot } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import type { Connection } from '../../../transport/connection';

/** By workspace and ID. */
const placements = new ProcessMemory<Map<string, ScheduledPost>>();

/** The posts that executions in this process have put into slots of a workspace. A list may show them late, or leave them out. */
export class PlacedPosts {
	constructor(
		private readonly connection: Connection,
		private readonly workspace: string,
	) {}

	/** By ID. */
	get all(): Map<string, ScheduledPost> {
		return placements.recall(this.name) ?? new Map<string, ScheduledPost>();
	}

	add(post: ScheduledPost): void {
		placements.remember(this.name, this.all.set(post.id, post));
	}

	/** Corrects a list: if it does not show a post as this process has put it into a slot, the post itself decides. */
	async correct(listed: ScheduledPost[], purpose: string): Promise<ScheduledPost[]> {
		const { all } = this;
		const corrected = new Map(listed.map((post) => [post.id, post]));
		for (const [id, placed] of [...all]) {
			if (placed.timeMs <= clock.now()) all.delete(id);
			const shown = corrected.get(id);
			if (!all.has(id) || (shown && isAsPlaced(shown, placed))) continue;
			const current = await this.readCurrent(placed, purpose);
			// Otherwise another execution has moved it meanwhile.
			if (all.get(id) === placed) replace(all, id, current);
			replace(corrected, id, all.get(id));
		}
		return [...corrected.values()];
	}

	private async readCurrent(
		placed: ScheduledPost,
		purpose: string,
	): Promise<ScheduledPost | undefined> {
		const { connection, workspace } = this;
		const [state] = await readPosts(connection, workspace, [{ id: placed.id }], purpose);
		if (state === undefined) return undefined;
		const { post } = state;
		const mayBeThere = mayBeScheduled(post) && hasTime(post) === undefined;
		return readScheduled(post) ?? (mayBeThere ? placed : undefined);
	}

	private get name(): string {
		return `${this.connection.baseUrl}${this.workspace}`;
	}
}

/** Whether a post is in the same slot, on the same accounts as far as they are known. */
function isAsPlaced(shown: ScheduledPost, placed: ScheduledPost): boolean {
	const [accounts, before] = [shown.accountIds, placed.accountIds];
	if (!isSameSlot(shown.timeMs, placed.timeMs)) return false;
	if (accounts === undefined || before === undefined) return true;
	return accounts.size === before.size && [...accounts].every((id) => before.has(id));
}

function replace(posts: Map<string, ScheduledPost>, id: string, post?: ScheduledPost): void {
	if (post === undefined) posts.delete(id);
	else posts.set(id, post);
}
