import fc from 'fast-check';

import { PROPERTY_TIMEOUT_MS, settings } from './settings';
import { judge } from './upsert/judge';
import { play } from './upsert/play';
import { tell } from './upsert/story';
import { someWeeks } from './upsert/someWeeks';

/**
 * Weeks of a table whose rows become posts: in the end the posts match the table, or an error explains why not. Each row
 * has one post at most, and the node reports exactly what it has done.
 */
it(
	'the posts match the rows of the table despite kills, faults and edits by hand',
	async () => {
		await fc.assert(
			fc.asyncProperty(someWeeks, async (weeks) => {
				await play(weeks, (world) => {
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
