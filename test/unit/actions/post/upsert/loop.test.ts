import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../../engine';
import { breadRow as row, useTableHarness } from './table';

// Rows that reach the node one by one, in a Loop Over Items.

const table = useTableHarness();

const inLoop = async (rows: IDataObject[], more: INodeParameters = {}): Promise<NodeRun> =>
	await table.upsert(rows, more, { loop: 'around', continueOnFail: 'continueRegularOutput' });

/** What came of each row. */
const outcomes = ({ rounds }: NodeRun) =>
	rounds.flatMap(([items = []]) => items.map(({ json }) => json.action ?? json.error));

it('of two rows with the same key, the later one fails, so the post stays as it is', async () => {
	const rows = [row(), row({ key: 'row 2' }), row({ text: 'Rolls' }), row({ text: 'Cake' })];
	const refusal: unknown = expect.stringMatching(
		/^Item 1 of run 1 of this node has the same key "row 1" with different content\. Nothing was sent\. .*a key of its own/,
	);

	expect(outcomes(await inLoop(rows))).toEqual(['created', 'created', refusal, refusal]);
	table.requests();
	expect(outcomes(await inLoop(rows))).toEqual(['unchanged', 'unchanged', refusal, refusal]);
	expect(table.commands()).toEqual([]);
	expect(table.posts.map(({ text }) => text)).toEqual(['Fresh bread', 'Fresh bread']);
});

it('of two rows with the same post ID, the later one fails', async () => {
	const { id } = await table.made();
	const rows = [row({ id }), row({ id, key: 'row 2', status: 'absent' })];

	expect(outcomes(await inLoop(rows))).toEqual([
		'unchanged',
		expect.stringMatching(/^Item 1 of run 1 of this node has the same post ID/),
	]);
	expect(table.commands()).toEqual([]);
});

it('a row that comes again with the same content is unchanged', async () => {
	const scheduled = row({ status: 'scheduled', at: table.hoursAhead(1) });
	const { id } = await table.made();

	expect(outcomes(await inLoop([scheduled, scheduled, { ...scheduled, id }]))).toEqual([
		'scheduled',
		'unchanged',
		'unchanged',
	]);
});

it('a row with another time is other content', async () => {
	const at = (hours: number) => row({ status: 'scheduled', at: table.hoursAhead(hours) });
	const [, failed] = outcomes(await inLoop([at(1), at(2)]));

	expect(failed).toMatch(/the same key "row 1" with different content/);
});

it.each([
	['of a loop', inLoop],
	['of a table', async (...run: Parameters<typeof inLoop>) => await table.upsert(...run)],
])('a row %s for another workspace may have the same key', async (_, run) => {
	const workspaceId = '={{ $json.workspace }}';
	const to = (workspace: string, account: string, text: string) =>
		row({
			text,
			workspace: table.service.workspaceId(workspace),
			accounts: [table.service.accountId(account)],
		});
	const rows = [
		to('Bakery', 'Bread on Shortpost', 'Fresh bread'),
		to('Side project', 'Side on Pagebook', 'News'),
	];
	const more = { workspaceId, accountIds: '={{ $json.accounts }}' };

	expect(outcomes(await run(rows, more))).toEqual(['created', 'created']);
});

it('a Retry of the execution may change the row that has failed', async () => {
	const refused = { kind: 'status', when: 'before', status: 422, message: 'Odd text' } as const;
	table.service.faults.add({ operation: 'create_post', nth: 2, action: refused });
	const rows = [row(), row({ key: 'row 2' }), row({ text: 'Rolls' })];
	const failed = await table.upsert(rows, {}, { loop: 'around' });
	expect(failed.error?.description).toMatch(/Odd text/);

	const text = '={{ $json.text }}!';
	const retried = await table.upsert(rows, { text }, { loop: 'around', retryOf: failed });

	expect(retried.error?.message).toMatch(/^Item 1 of run 1 of this node has the same key "row 1"/);
	expect(table.posts.map((post) => post.text)).toEqual(['Fresh bread', 'Fresh bread!']);
});

it('the next attempt of Retry On Fail may have another text', async () => {
	const action = { kind: 'status', when: 'before', status: 422, message: 'Odd text' } as const;
	table.service.faults.add({ operation: 'create_post', action });
	const text = '={{ $json.text }} {{ $now.toMillis() }}';
	const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
	const { error, items } = await table.upsert([row()], { text }, { retryOnFail, loop: 'around' });

	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ action: 'created' });
});
