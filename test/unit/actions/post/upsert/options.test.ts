import { breadRow as row, useTableHarness } from './table';

const table = useTableHarness();

describe('a post that is published', () => {
	it('stays as it is, as the output item states', async () => {
		const { id } = await table.made({ status: 'published' });

		const output = await table.one(row({ id, status: 'absent' }), { simplify: true });

		expect(output).toMatchObject({ id, action: 'locked', changed: [], status: 'published' });
		expect(output.message).toMatch(/can no longer be changed.*Published: Bread/);
		expect(table.commands()).toEqual([]);
	});

	it('is an error if the user chooses so', async () => {
		const { id } = await table.made({ status: 'published' });

		const error = await table.refused(row({ id, text: 'Stale bread' }), {
			options: { whenLocked: 'fail' },
		});

		expect(error).toMatch(/can no longer be changed.*Nothing was sent/);
		expect(table.commands()).toEqual([]);
	});
});

describe('Only Show What Would Change', () => {
	const show = { options: { dryRun: true }, simplify: true };

	it('creates no post', async () => {
		const output = await table.one(row({ status: 'published' }), show);

		expect(output).toMatchObject({ action: 'created', changed: [], id: null });
		expect(output.message).toBe('Nothing was sent. The post would be created.');
		expect(table.posts).toEqual([]);
		expect(await table.one(row())).toMatchObject({ action: 'created' });
	});

	it('shows the changes to a post, which stays as it is', async () => {
		const { id } = await table.made();
		const more = { text: 'Warm bread', status: 'scheduled', at: table.hoursAhead(2) };

		const output = await table.one(row(more), show);

		expect(output).toMatchObject({
			...{ id, action: 'scheduled', changed: ['text', 'scheduled_at', 'status'] },
			...{ status: 'draft', text: 'Fresh bread' },
		});
		expect(table.commands()).toEqual([]);
	});

	it('deletes nothing', async () => {
		await table.made();
		expect(await table.one(row({ status: 'absent' }), show)).toMatchObject({ action: 'deleted' });
		expect(table.posts).toHaveLength(1);
	});
});

describe('Expected Version', () => {
	const guarded = { options: { onlyIfUnchangedSince: '={{ $json.etag }}' } };

	it('does not overwrite what somebody has changed', async () => {
		const { id, etag } = await table.made();
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
		const { id, etag } = await table.made();
		const output = await table.one(row({ id, etag, text: 'Warm bread' }), guarded);
		expect(output).toMatchObject({ action: 'updated', text: 'Warm bread' });
	});

	it('is returned for unchanged items also if lists omit it', async () => {
		const rows = [row(), row({ key: 'row 2' })];
		const { items } = await table.upsert(rows, guarded);
		const again = async () => (await table.upsert(rows, guarded)).items.map(({ json }) => json);
		expect(await again()).toMatchObject(
			items.map(({ json: { etag } }) => ({ action: 'unchanged', etag })),
		);
	});

	it('may be empty while there is no post', async () => {
		const { id } = await table.one(row({ etag: '' }), guarded);
		expect(await table.refused(row({ id, etag: '', text: 'Warm bread' }), guarded)).toMatch(
			/'Expected Version' is empty, but the item already has a post/,
		);
	});
});

it('a row without a value for its key is an error, and leaves the post of another such row', async () => {
	const itemKey = '=row-{{ $json.nr }}';
	for (const rows of [row({ nr: '' }), row({ text: 'Rolls' })]) {
		expect(await table.refused(rows, { itemKey })).toContain("'Recognize Items By' is empty");
	}
	expect(table.posts).toEqual([]);
});
