import { dialects } from '../../../../service';
import { breadRow, useTableHarness } from '../upsert/table';
import { eachOnce, feed, useFeedHarness } from './feed';

// A service whose lists and single posts may lag behind its commands.

const dialect = { ...dialects.first, listedPost: () => undefined };

/** For this many reads, the service does not find a new post. */
const lag = (reads: number) =>
	({
		operation: 'get_post',
		times: reads,
		action: { kind: 'status', when: 'before', status: 404, code: 'not_found' },
	}) as const;

describe('an item that is posted once', () => {
	const harness = useFeedHarness({ dialect });
	const kill = async () => {
		await harness.killWhen(() => harness.service.state.posts.size > 0, feed('One'));
	};

	it.each([
		['once', 1],
		['three times', 3],
	])('is not created again if its new post is %s not found', async (_times, reads) => {
		await kill();
		harness.service.faults.add(lag(reads));
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		await harness.service.clock.advance(60_000);
		expect(harness.published).toEqual(eachOnce('One'));
	});

	it('is not created again if its new post stays missing for long, but is an error', async () => {
		await kill();
		harness.service.faults.add(lag(99));
		expect((await harness.post(feed('One'))).error?.message).toBe(
			'Accepted, not checked (create the post): the service does not find the post',
		);
		expect(harness.service.state.posts.size).toBe(1);
		harness.service.faults.clear();
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		await harness.service.clock.advance(60_000);
		expect(harness.published).toEqual(eachOnce('One'));
	});
});

describe('a row', () => {
	const table = useTableHarness({ dialect });

	it('is created once if its new post is not found for a while', async () => {
		table.service.faults.add(lag(4));
		await table.upsert([breadRow()]);
		expect(table.posts).toHaveLength(1);
	});
});
