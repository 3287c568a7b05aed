import type { NodeRun } from '../../engine';
import { ByHand } from '../../unit/support/byHand';
import type { NodeHarness } from '../../unit/support/nodeHarness';
import type { PostWorld } from './postWorld';

/** Somebody does something with the newest post of an item at the service, if the service allows it. */
export interface HandStep {
	do: 'edit' | 'move' | 'publish' | 'schedule' | 'cancel' | 'delete';
	/** The item whose post it is. */
	post: number;
}

const LATER_HOURS = 3;

export async function doByHand(
	world: PostWorld<{ ended: NodeRun[] }, NodeHarness>,
	{ do: what, post: item }: HandStep,
): Promise<void> {
	const post = world.posts().findLast((each) => each.item === item);
	if (post === undefined) return;
	const { id, content } = post;
	// Nothing would show whose post it is.
	if (what === 'move' && world.unknownPosts.has(id)) return;
	const byHand = new ByHand(world.harness);
	const acts: Record<HandStep['do'], () => Promise<boolean>> = {
		edit: async () => await byHand.edit(id, `by hand, version ${world.nextVersion()}`),
		move: async () => await byHand.move(id, world.surroundings.otherAccount(content.account)),
		publish: async () => await byHand.publish(id),
		schedule: async () => await byHand.schedule(id, LATER_HOURS),
		cancel: async () => await byHand.cancel(id),
		delete: async () => await byHand.delete(id),
	};
	world.actor = 'hand';
	await acts[what]();
	world.actor = 'node';
	await world.harness.service.clock.advance(1_000);
}
