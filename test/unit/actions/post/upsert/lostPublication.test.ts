import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

it.each([
	['the row was corrected', 'Warm bread', async () => undefined],
	[
		'somebody edited the post',
		'Fresh bread',
		async (id: string) => void (await table.byHand.edit(id, 'Hand-made bread')),
	],
])(
	'a post whose publication never arrived is published later although %s',
	async (_what, text, change) => {
		const action = { kind: 'drop', when: 'before' } as const;
		table.service.faults.add({ operation: 'publish_post', times: Infinity, action });
		await table.refused(breadRow({ status: 'published' }));
		table.service.faults.clear();
		await change(String(table.posts[0]?.id));
		await table.service.clock.advance(61 * 60_000);

		const output = await table.one(breadRow({ status: 'published', text }));
		expect(output).toMatchObject({ action: 'published', id: table.posts[0]?.id });
		await table.service.clock.advance(120_000);
		expect(table.posts).toMatchObject([{ status: 'published', text }]);
	},
);
