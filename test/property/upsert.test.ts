import fc from 'fast-check';

import { PROPERTY_TIMEOUT_MS, settings } from './settings';
import { judge } from './upsert/judge';
import { play } from './upsert/play';
import { tell } from './upsert/story';
import { someWeeks } from './upsert/weeks';

/**
 * Weeks of a table whose rows become posts: in the end the service is as the table says, or an error says why not; each row
 * has one post at most, and what the node puts out is what it has done.
 */
it(
	'the posts follow the table, whatever happens to n8n, the service and the posts',
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
