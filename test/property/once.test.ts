import fc from 'fast-check';

import { histories } from './once/history';
import { judge } from './once/judge';
import { play } from './once/play';
import { tell } from './once/story';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

/**
 * Days of a workflow that posts each item once: each item goes out once, none is lost, what goes out is what the item or a
 * person said last, and each input item leaves by an output or an error.
 */
it(
	'each item goes out once, as the item or a person said last',
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
