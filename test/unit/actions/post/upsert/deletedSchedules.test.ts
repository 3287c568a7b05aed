import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

it('a scheduled post is cancelled first if the service deletes only drafts', async () => {
	await table.made({ status: 'scheduled', at: table.hoursAhead(2) });
	const action = { kind: 'status', when: 'before', status: 409, code: 'post_scheduled' } as const;
	table.service.faults.add({ operation: 'delete_post', action });

	expect(await table.one(breadRow({ status: 'absent' }))).toMatchObject({ action: 'deleted' });
	expect(table.commands()).toEqual(['delete_post', 'cancel_post', 'delete_post']);
	expect(table.posts).toEqual([]);
});

it.each([
	[
		'cannot be read',
		{ operation: 'get_post', nth: 3, times: 9, status: 503 },
		/^Accepted, not checked \(cancel the post\): /,
	],
	[
		'cannot be deleted either',
		{ operation: 'delete_post', nth: 2, status: 403 },
		/^Could not delete the post: .*schedule of the post has been cancelled, so it will not go out/,
	],
])(
	'a scheduled post that was cancelled and then %s is an error that says so',
	async (_what, fault, expected) => {
		await table.made({ status: 'scheduled', at: table.hoursAhead(2) });
		const { status, ...matcher } = fault;
		table.service.faults.add(
			{ ...matcher, action: { kind: 'status', when: 'before', status } },
			{ operation: 'delete_post', action: { kind: 'status', when: 'before', status: 409 } },
		);

		expect(await table.refused(breadRow({ status: 'absent' }))).toMatch(expected);
		expect(table.posts).toMatchObject([{ status: 'draft' }]);
	},
);
