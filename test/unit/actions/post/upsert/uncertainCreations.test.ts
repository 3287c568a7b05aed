import { dialects } from '../../../../service';
import { postDialects } from '../../../support/postDialects';
import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

/** The number of commands of a kind that the service has received. */
const count = (operation: string) => table.journal(operation).length;

it.each([
	['states texts', dialects.first],
	['leaves texts out', postDialects.noTexts],
	['leaves accounts out', postDialects.noDestinations],
])(
	'the error names the posts that an interrupted creation may have made if the list %s',
	async (_list, dialect) => {
		await table.close();
		await table.open({ dialect });
		await table.killWhen(() => count('create_post') > 0, [breadRow()]);
		const [{ id } = { id: '' }] = table.posts;
		await table.byHand.edit(id, 'Corrected bread');
		await table.service.clock.advance(100 * 3_600_000);

		for (const status of ['draft', 'absent']) {
			const accountIds = [table.service.accountId('Cakes on Pagebook')];
			const error = await table.refused(breadRow({ status }), { accountIds });
			expect(error).toMatch(/This item may already have a post/);
			expect(error).toContain(id);
		}
		expect(await table.one(breadRow({ id }))).toMatchObject({ id, action: 'updated' });
		expect(table.posts).toHaveLength(1);
	},
);

it.each([1, 25])(
	'%i hours after a creation never arrived, an older post with the same text that somebody made by hand is not deleted',
	async (hours) => {
		const accountIds = [table.service.accountId('Bread on Shortpost')];
		await table.run('post', 'create', { text: 'Fresh bread', accountIds });
		await table.service.clock.advance(7 * 24 * 3_600_000);
		const action = { kind: 'drop', when: 'before' } as const;
		table.service.faults.add({ operation: 'create_post', times: Infinity, action });
		await table.refused(breadRow());
		table.service.faults.clear();
		await table.service.clock.advance(hours * 3_600_000);

		expect(await table.refused(breadRow({ status: 'absent' }))).toContain(table.posts[0]?.id);
		expect(table.posts).toMatchObject([{ text: 'Fresh bread' }]);
	},
);

it('a post that n8n could not record is found a day later, even if the list states only the IDs of its accounts', async () => {
	await table.reopen(postDialects.onlyAccountIds);
	await table.killWhen(() => count('create_post') > 0, [breadRow()]);
	await table.service.clock.advance(30 * 3_600_000);
	expect(await table.one(breadRow())).toMatchObject({ action: 'unchanged' });
	expect(table.posts).toHaveLength(1);
});

it('a creation that the service has refused because of its key is not sent again', async () => {
	await table.killWhen(() => count('create_post') > 0, [breadRow()]);
	const [{ id } = { id: '' }] = table.posts;
	await table.byHand.edit(id, 'Corrected bread');
	const changed = breadRow({ text: 'Rolls' });
	expect(await table.refused(changed)).toContain(id);
	const sent = count('create_post');

	expect(await table.refused(changed)).toContain(id);
	expect(count('create_post')).toBe(sent);

	await table.byHand.delete(id);
	expect(await table.refused(changed)).toContain('key "row 1", "Rolls"');
	await table.service.clock.advance(2 * 3_600_000);
	expect(await table.one(changed)).toMatchObject({ action: 'created', text: 'Rolls' });
});

it('a creation that never reached the service is sent by the next run', async () => {
	const drop = { kind: 'drop', when: 'before' } as const;
	table.service.faults.add({ operation: 'create_post', times: 100, action: drop });
	await table.refused(breadRow());
	table.service.faults.clear();
	await table.service.clock.advance(100 * 3_600_000);
	await table.one(breadRow({ key: 'row 2', text: 'Rolls' }));

	expect(await table.one(breadRow())).toMatchObject({ action: 'created' });
	expect(table.posts).toHaveLength(2);
});
