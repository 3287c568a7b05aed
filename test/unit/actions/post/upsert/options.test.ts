import type { IDataObject } from 'n8n-workflow';

import { byId, refused } from '../../../support/nodeHarness';
import { useTableHarness } from './table';

const table = useTableHarness();

const row = (more: IDataObject = {}): IDataObject => ({
	key: 'row 1',
	text: 'Fresh bread',
	status: 'draft',
	...more,
});

/** Makes the post of the row, and forgets the requests for it. */
async function made(more: IDataObject = {}): Promise<IDataObject> {
	const output = await table.one(row(more));
	table.requests();
	return output;
}

describe('a post that is published', () => {
	it('stays as it is, and the item says so', async () => {
		const { id } = await made({ status: 'published' });

		const output = await table.one(row({ id, status: 'absent' }), { simplify: true });

		expect(output).toMatchObject({ id, action: 'locked', changed: [], status: 'published' });
		expect(output.message).toMatch(/can no longer be changed.*Published: Bread/);
		expect(table.commands()).toEqual([]);
	});

	it('is an error where the user asks for that', async () => {
		const { id } = await made({ status: 'published' });

		const error = await table.refused(row({ id, text: 'Stale bread' }), {
			options: { whenLocked: 'fail' },
		});

		expect(error).toMatch(/can no longer be changed.*Nothing was sent/);
		expect(table.commands()).toEqual([]);
	});
});

describe('a post that was deleted at the service', () => {
	it('is an error where its row still has the ID', async () => {
		const { id } = await made();
		await table.byHand.delete(String(id));

		expect(await table.refused(row({ id }))).toMatch(
			/has no post .*: it was deleted there.*Nothing was sent.*Empty the ID of the row/,
		);
		expect(table.posts).toEqual([]);
	});

	it('is as its row wants it, where that is absent', async () => {
		const { id } = await made();
		await table.byHand.delete(String(id));
		table.requests();

		expect(await table.one(row({ id, status: 'absent' }))).toMatchObject({ action: 'unchanged' });
		expect(table.commands()).toEqual([]);
	});

	it('is made anew where its row has no ID', async () => {
		const { id } = await made();
		await table.byHand.delete(String(id));

		const output = await table.one(row());

		expect(output.action).toBe('created');
		expect(output.id).not.toBe(id);
		expect(table.posts).toHaveLength(1);
	});
});

describe('Only Show What Would Change', () => {
	const show = { options: { dryRun: true }, simplify: true };

	it('makes no post', async () => {
		const output = await table.one(row({ status: 'published' }), show);

		expect(output).toMatchObject({ action: 'created', changed: [], id: null });
		expect(output.message).toBe('Nothing was sent. The post would be created.');
		expect(table.posts).toEqual([]);
		expect(await table.one(row())).toMatchObject({ action: 'created' });
	});

	it('shows the changes of a post, which stays as it is', async () => {
		const { id } = await made();
		const more = { text: 'Warm bread', status: 'scheduled', at: table.hoursAhead(2) };

		const output = await table.one(row(more), show);

		expect(output).toMatchObject({
			...{ id, action: 'scheduled', changed: ['text', 'scheduled_at', 'status'] },
			...{ status: 'draft', text: 'Fresh bread' },
		});
		expect(table.commands()).toEqual([]);
	});

	it('deletes nothing', async () => {
		await made();
		expect(await table.one(row({ status: 'absent' }), show)).toMatchObject({ action: 'deleted' });
		expect(table.posts).toHaveLength(1);
	});
});

describe('Expected Version (ETag)', () => {
	const guarded = { options: { onlyIfUnchangedSince: '={{ $json.etag }}' } };

	it('does not overwrite what somebody has changed', async () => {
		const { id, etag } = await made();
		await table.byHand.edit(String(id), 'Corrected bread');
		table.requests();

		const error = await table.refused(row({ id, etag, text: 'Warm bread' }), guarded);

		expect(error).toMatch(/has been changed since it was read.*Nothing was changed/);
		expect(table.posts).toMatchObject([{ text: 'Corrected bread' }]);
		expect(await table.refused(row({ id, etag, status: 'absent' }), guarded)).toMatch(
			/changed since/,
		);
		expect(table.commands()).toEqual([]);
	});

	it('changes a post that nobody has changed', async () => {
		const { id, etag } = await made();
		const output = await table.one(row({ id, etag, text: 'Warm bread' }), guarded);
		expect(output).toMatchObject({ action: 'updated', text: 'Warm bread' });
	});

	it('may be empty as long as there is no post', async () => {
		const { id } = await table.one(row({ etag: '' }), guarded);
		expect(await table.refused(row({ id, etag: '', text: 'Warm bread' }), guarded)).toMatch(
			/'Expected Version \(ETag\)' is empty, but the item has a post already/,
		);
	});
});

it('a post that somebody has changed follows its row again', async () => {
	const { id } = await made();
	await table.byHand.edit(String(id), 'Corrected bread');

	expect(await table.one(row({ id }))).toMatchObject({ action: 'updated', changed: ['text'] });
	expect(table.posts).toMatchObject([{ id, text: 'Fresh bread' }]);
});

it('a time in the past matters only where it has to be sent', async () => {
	const at = table.hoursAhead(1);
	await made({ status: 'scheduled', at });
	await table.service.clock.advance(2 * 3_600_000);

	expect(await table.one(row({ status: 'scheduled', at }))).toMatchObject({ action: 'unchanged' });
	const late = row({ key: 'row 2', status: 'scheduled', at });
	expect(await table.refused(late)).toMatch(/not at least 30 seconds ahead/);
	expect(table.commands()).toEqual([]);
});

describe('items of one run', () => {
	const outcomes = async (rows: IDataObject[]) => {
		const { outputs } = await table.converge(rows, {}, { continueOnFail: 'continueErrorOutput' });
		return outputs.map((items) => items.map(({ json }) => json.action ?? json.error));
	};

	it('with the same key fail, all of them, and the others do not', async () => {
		const [done, failed] = await outcomes([row(), row({ key: 'row 2' }), row({ text: 'Rolls' })]);

		expect(done).toEqual(['created']);
		expect(failed).toHaveLength(2);
		expect(failed?.[0]).toMatch(/Items 1 and 3 have the same key "row 1"/);
		expect(table.posts).toHaveLength(1);
	});

	it('with the same ID fail, all of them', async () => {
		const { id } = await made();
		const [done, failed] = await outcomes([row({ id }), row({ id, key: 'row 2', text: 'Copy' })]);

		expect(done).toEqual([]);
		expect(failed).toHaveLength(2);
		expect(table.commands()).toEqual([]);
	});

	it('fail alone, and one error lists them', async () => {
		const { error } = await table.converge([
			row({ key: '' }),
			row({ key: 'row 2' }),
			row({ key: 'row 3', status: 'Tomorrow' }),
		]);

		expect(error?.message).toMatch(/Items 1 and 3 failed/);
		expect(error?.description).toMatch(/is empty.*'Wanted Status' cannot be "tomorrow"/);
		expect(table.posts).toHaveLength(1);
	});
});

it('a row that is absent needs no content', async () => {
	const { id } = await made();
	const empty = { text: '', accountIds: [] };
	expect(await table.one(row({ status: 'absent' }), empty)).toMatchObject({
		id,
		action: 'deleted',
	});
});

it('a key belongs to rows, and not to items that are posted once', async () => {
	const once = { idempotency: 'once', onceKey: 'row 1', afterCreate: 'draft', text: 'Once' };
	const { accountIds } = table.parameters();
	await table.run('post', 'create', { ...once, accountIds });

	expect(await table.one(row())).toMatchObject({ action: 'created' });
	expect(table.posts).toHaveLength(2);
});

it('a service that deletes drafts only has a schedule cancelled first', async () => {
	await made({ status: 'scheduled', at: table.hoursAhead(2) });
	const action = { kind: 'status', when: 'before', status: 409, code: 'post_scheduled' } as const;
	table.service.faults.add({ operation: 'delete_post', action });

	expect(await table.one(row({ status: 'absent' }))).toMatchObject({ action: 'deleted' });
	expect(table.commands()).toEqual(['delete_post', 'cancel_post', 'delete_post']);
	expect(table.posts).toEqual([]);
});

it('without a workflow, the error says what to use instead', async () => {
	const answer = await table.call('post', 'upsert', {
		...table.parameters({ postId: byId(''), wantedStatus: 'draft', itemKey: 'row 1' }),
		text: 'Fresh bread',
	});

	expect(refused(answer)).toMatch(
		/Create or Update cannot be used here.*Use Create to make a post/,
	);
	expect(table.requests()).toEqual([]);
});
