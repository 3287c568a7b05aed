import fc from 'fast-check';

import { PROPERTY_TIMEOUT_MS, settings } from './settings';
import { judge } from './slots/judge';
import { plans } from './slots/plan';
import { play } from './slots/play';

/**
 * Workflows that put posts into the next free slots, at the same time in one process and in several, killed and run again:
 * no account has two posts in a slot, items of a run stay in order, and only a conflict can leave a slot empty.
 */
it(
	'each item is scheduled in a slot in which its accounts have no other post',
	async () => {
		await fc.assert(
			fc.asyncProperty(plans, async (plan) => {
				const played = await play(plan);
				const complaints = judge(played);
				// The story of the smallest case shows how it came to that.
				if (complaints.length > 0) throw new Error([...complaints, ...played.story].join('\n'));
			}),
			settings(60),
		);
	},
	PROPERTY_TIMEOUT_MS,
);
