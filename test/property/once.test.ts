import fc from 'fast-check';

import { histories } from './once/history';
import { judge } from './once/judge';
import { play } from './once/play';
import { tell } from './once/story';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

/**
 * Days of a workflow that posts each item once: no item is posted twice or lost, its post has the latest text of the item
 * or a person, and each input item leaves through an output or as an error.
 */
it(
	'each item is posted once, with the latest text of the item or a person',
	async () => {
		await fc.assert(
			fc.asyncProperty(histories, async (history) => {
				await play(history, (world) => {
					const complaints = judge(world);
					// The story of the smallest case shows how it came to that.
					if (complaints.length > 0) throw new Error([...complaints, ...tell(world)].join('\n'));
				});
			}),
			settings(300),
		);
	},
	PROPERTY_TIMEOUT_MS,
);
