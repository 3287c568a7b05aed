import { dialects } from '../../../../service';
import { GOOD, MINUTE_MS, numbered, SIXTY_A_MINUTE, texts, times, useManyPosts } from './manyPosts';

/** The time that the rate limit allows: the first sixty requests are sent at once. */
const windowsMs = (requests: number) => Math.floor((requests - 1) / 60) * MINUTE_MS;

describe.each(Object.entries(dialects))(
	'many posts in one run, in the %s dialect',
	(_, dialect) => {
		const harness = useManyPosts({ dialect, ...SIXTY_A_MINUTE });

		it.each([
			[40, 20_000],
			[40, 60_000],
			[10, 30_000],
		])(
			'%i posts with outcomes after %i ms take hardly longer than the rate limit and their outcomes',
			async (count, delayMs) => {
				harness.settleAfter(delayMs);
				const { tookMs, items, error } = await harness.timed(
					async () => await harness.publish(times(count, GOOD)),
				);
				expect(error).toBeUndefined();
				expect(texts(items)).toEqual(numbered(count));
				// With the ETag of each draft, if its creation does not return one.
				const drafts = dialect.commandEtag === 'post' ? 0 : count;
				const requests = 1 + 3 * count + drafts;
				expect(tookMs).toBeLessThanOrEqual(1.1 * (windowsMs(requests) + delayMs));
				expect(harness.reads.length - drafts).toBeLessThanOrEqual(12);
				expect(harness.service.journal.entries).toHaveLength(1 + 3 * count + harness.reads.length);
				expect(harness.service.journal.count({ status: 429 })).toBe(0);
				expect(harness.service.clock.now() - harness.lastOutcomeMs).toBeLessThanOrEqual(15_000);
			},
		);
	},
);
