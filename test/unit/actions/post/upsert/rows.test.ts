import type { IDataObject } from 'n8n-workflow';

import { byId, refused } from '../../../support/nodeHarness';
import { breadRow as row, useTableHarness } from './table';

const table = useTableHarness();

describe.each([404, 410])('a post that was deleted at the service (%i)', (status) => {
	/** The ID of a post that was created for the row, and then deleted. */
	const deleted = async (): Promise<IDataObject[string]> => {
		const { id } = await table.made();
		await table.byHand.delete(String(id));
		table.requests();
		const path = new RegExp(`/posts/${encodeURIComponent(String(id))}$`);
		const action = { kind: 'status', when: 'before', status } as const;
		table.service.faults.add({ method: 'GET', path, times: 100, action });
		return id;
	};

	it('is an error if its row still has the ID', async () => {
		const id = await deleted();

		expect(await table.refused(row({ id }))).toMatch(
			/The post .* was deleted in the service.*Nothing was sent.*clear the post ID in the row/,
		);
		expect(table.posts).toEqual([]);
	});

	it('is as wanted if its row is to be absent', async () => {
		const id = await deleted();

		expect(await table.one(row({ id, status: 'absent' }))).toMatchObject({ action: 'unchanged' });
		expect(table.commands()).toEqual([]);
	});

	it('is created again if its row has no ID', async () => {
		const id = await deleted();

		const output = await table.one(row());

		expect(output.action).toBe('created');
		expect(output.id).not.toBe(id);
		expect(table.posts).toHaveLength(1);
	});
});

it('a post whose ID the row stated is found by its key once the ID is removed', async () => {
	const { accountIds } = table.parameters();
	const { items } = await table.run('post', 'create', { text: 'Fresh bread', accountIds });
	const id = items[0]?.json.id;
	expect(await table.one(row({ id }))).toMatchObject({ action: 'unchanged' });

	expect(await table.one(row())).toMatchObject({ id, action: 'unchanged' });
	expect(table.posts).toHaveLength(1);
});

it('a post that a list does not show yet is not created again', async () => {
	const { id } = await table.made();
	const { posts } = table.service.state;
	for (const [text, done] of [
		['Fresh bread', 'unchanged'],
		['Warm bread', 'updated'],
	]) {
		const post = posts.get(String(id));
		posts.delete(String(id));
		const until = async () => await Promise.resolve(post && posts.set(post.id, post));
		const action = { kind: 'hold', when: 'after', until } as const;
		table.service.faults.add({ operation: 'list_posts', action });

		expect(await table.one(row({ text }))).toMatchObject({ id, action: done, text });
	}
	expect(table.posts).toHaveLength(1);
});

it('an edit of a post is overwritten by its row', async () => {
	const { id } = await table.made();
	await table.byHand.edit(String(id), 'Corrected bread');

	expect(await table.one(row({ id }))).toMatchObject({ action: 'updated', changed: ['text'] });
	expect(table.posts).toMatchObject([{ id, text: 'Fresh bread' }]);
});

it('a time in the past is an error only if it has to be sent', async () => {
	const at = table.hoursAhead(1);
	await table.made({ status: 'scheduled', at });
	await table.service.clock.advance(2 * 3_600_000);

	expect(await table.one(row({ status: 'scheduled', at }))).toMatchObject({ action: 'unchanged' });
	const late = row({ key: 'row 2', status: 'scheduled', at });
	expect(await table.refused(late)).toMatch(/not at least 30 seconds ahead/);
	expect(table.commands()).toEqual([]);
});

describe('items of one run', () => {
	const outcomes = async (rows: IDataObject[]) => {
		const { outputs } = await table.upsert(rows, {}, { continueOnFail: 'continueErrorOutput' });
		return outputs.map((items) => items.map(({ json }) => json.action ?? json.error));
	};

	it('all fail if they have the same key, without affecting the others', async () => {
		const [done, failed] = await outcomes([row(), row({ key: 'row 2' }), row({ text: 'Rolls' })]);

		expect(done).toEqual(['created']);
		expect(failed).toHaveLength(2);
		expect(failed?.[0]).toMatch(/Items 1 and 3 have the same key "row 1"/);
		expect(table.posts).toHaveLength(1);
	});

	it('all fail if they have the same ID', async () => {
		const { id } = await table.made();
		const [done, failed] = await outcomes([row({ id }), row({ id, key: 'row 2', text: 'Copy' })]);

		expect(done).toEqual([]);
		expect(failed).toHaveLength(2);
		expect(table.commands()).toEqual([]);
	});

	it('fail if the post of their key belongs to an item with its ID', async () => {
		const { id } = await table.made();
		const renamed = row({ key: 'renamed', id, text: 'Warm bread' });

		const [done, failed] = await outcomes([row({ text: 'Rolls' }), renamed]);

		expect(done).toEqual(['updated']);
		expect(failed).toEqual([expect.stringMatching(/of the key "row 1" also belongs to Item 2/)]);
		expect(table.posts).toMatchObject([{ id, text: 'Warm bread' }]);
		table.requests();
		const [again] = await outcomes([renamed, row({ text: 'Rolls' })]);
		expect(again).toEqual(['unchanged']);
		expect(table.commands()).toEqual([]);
	});

	it('all fail if their keys have the same post', async () => {
		const { id } = await table.made();
		await table.one(row({ key: 'renamed', id, text: 'Warm bread' }));
		table.requests();

		const [done, failed] = await outcomes([row(), row({ key: 'renamed', text: 'Warm bread' })]);

		expect(done).toEqual([]);
		expect(failed).toHaveLength(2);
		expect(table.commands()).toEqual([]);
	});

	it('fail one by one, and one error lists them', async () => {
		const { error } = await table.upsert([
			row({ key: '' }),
			row({ key: 'row 2' }),
			row({ key: 'row 3', status: 'Tomorrow' }),
		]);

		expect(error?.message).toMatch(/Items 1 and 3 failed/);
		expect(error?.description).toMatch(/is empty.*'Wanted Status' cannot be "tomorrow"/);
		expect(table.posts).toHaveLength(1);
	});
});

it('a row that is to be absent needs no content', async () => {
	const { id } = await table.made();
	const empty = { text: '', accountIds: [] };
	expect(await table.one(row({ status: 'absent' }), empty)).toMatchObject({
		id,
		action: 'deleted',
	});
});

it('a row may have the same key as an item that is posted once', async () => {
	const once = { idempotency: 'once', onceKey: 'row 1', afterCreate: 'draft', text: 'Once' };
	const { accountIds } = table.parameters();
	await table.run('post', 'create', { ...once, accountIds });

	expect(await table.one(row())).toMatchObject({ action: 'created' });
	expect(table.posts).toHaveLength(2);
});

it('Create or Update is refused without a workflow, and the error suggests Create', async () => {
	const answer = await table.call('post', 'upsert', {
		...table.parameters({ postId: byId(''), wantedStatus: 'draft', itemKey: 'row 1' }),
		text: 'Fresh bread',
	});

	expect(refused(answer)).toMatch(
		/Create or Update cannot be used here.*Use Create to create a post/,
	);
	expect(table.requests()).toEqual([]);
});
