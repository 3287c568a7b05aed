import { breadRow as row, useTableHarness } from './table';

const table = useTableHarness();

it('the error for a row moved into the past says when its scheduled post still goes out', async () => {
	const zone = { timezone: 'Asia/Tokyo' };
	const { id } = await table.one(row({ status: 'scheduled', at: '2099-03-14T09:30' }), zone);
	table.requests();
	const moved = row({ status: 'scheduled', at: '2020-03-14T09:30', text: 'Other bread' });

	expect(await table.refused(moved, zone)).toContain(
		"'Scheduled At' is 14 March 2020, 09:30 (Asia/Tokyo): that is not at least 30 seconds ahead, and the post still goes out on 14 March 2099, 09:30 (Asia/Tokyo).",
	);
	expect(table.commands()).toEqual([]);

	await table.byHand.cancel(String(id));
	expect(await table.refused(moved, zone)).not.toContain('still');
});

it('the error for a row moved into the past does not promise that an overdue post goes out', async () => {
	await table.made({ status: 'scheduled', at: table.hoursAhead(1) });
	// The service does not publish it.
	for (const { schedule } of table.service.state.posts.values()) {
		if (schedule) schedule.atMs = table.service.clock.now() - 60_000;
	}
	const moved = row({ status: 'scheduled', at: '2020-03-14T09:30' });

	const error = await table.refused(moved);
	expect(error).toContain(', and the post is still scheduled for ');
	expect(error).not.toContain('goes out');
});

it('an unchanged row whose time has passed unsent says so after fifteen minutes', async () => {
	const at = table.hoursAhead(1);
	const { id } = await table.made({ status: 'scheduled', at });
	/** The service does not publish the post in time. */
	const stuck = async (minutes: number) => {
		const post = table.service.state.posts.get(String(id));
		const due = table.service.clock.iso(
			Math.floor(table.service.clock.now() / 1_000) * 1_000 - minutes * 60_000,
		);
		if (post?.schedule) post.schedule.atMs = Date.parse(due);
		return await table.one(row({ status: 'scheduled', at: due }), { simplify: true });
	};
	expect(await stuck(10)).toMatchObject({
		action: 'unchanged',
		message: expect.stringMatching(/^The post is scheduled for /),
	});
	expect(await stuck(16)).toMatchObject({
		action: 'unchanged',
		status: 'scheduled',
		message: expect.stringMatching(/^The post was due at .+, but it has not been published\./),
	});
	expect(table.commands()).toEqual([]);
});
