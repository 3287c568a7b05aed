import type { IDataObject } from 'n8n-workflow';

import { breadRow as row, useTableHarness } from './table';

const table = useTableHarness();

/** The number of commands of a kind that the service has received. */
const count = (operation: string) => table.journal(operation).length;

describe('a row that states the version of its post', () => {
	const guarded = { options: { onlyIfUnchangedSince: '={{ $json.etag }}' } };
	const refusal = { kind: 'status', when: 'before', status: 422, message: 'Odd time' } as const;
	const refuse = (operation: string) => table.service.faults.add({ operation, action: refusal });
	const scheduled = (more: IDataObject) =>
		row({ text: 'Warm bread', status: 'scheduled', at: table.hoursAhead(2), ...more });

	it('is completed by the next run if n8n was killed after the update', async () => {
		const { id, etag } = await table.one(row());
		const rows = [scheduled({ id, etag })];
		await table.killWhen(() => count('edit_post') > 0, rows, guarded);
		expect(table.posts).toMatchObject([{ status: 'draft', text: 'Warm bread' }]);

		expect(await table.one(rows[0] ?? {}, guarded)).toMatchObject({ action: 'scheduled' });
	});

	it('is completed by the next run if a creation was interrupted', async () => {
		refuse('schedule_post');
		const rows = [scheduled({ etag: '' })];
		await table.refused(rows[0] ?? {}, guarded);
		expect(await table.one(rows[0] ?? {}, guarded)).toMatchObject({ action: 'scheduled' });

		await table.killWhen(() => count('create_post') > 1, [scheduled({ key: 'row 2' })], guarded);
		const second = await table.one(scheduled({ key: 'row 2' }), guarded);
		expect(second).toMatchObject({ status: 'scheduled' });
		expect(table.posts).toHaveLength(2);
	});

	it('is completed with the content that it has by then', async () => {
		const { id, etag } = await table.one(row());
		refuse('schedule_post');
		await table.refused(scheduled({ id, etag }), guarded);
		const changed = scheduled({ id, etag, text: 'Rolls' });
		expect(await table.one(changed, guarded)).toMatchObject({ action: 'scheduled', text: 'Rolls' });
	});

	it('is completed if its post was only cancelled before the deletion', async () => {
		const { id, etag } = await table.one(scheduled({}));
		refuse('delete_post');
		table.service.faults.add({ operation: 'delete_post', nth: 1, action: refusal });
		const rows = [row({ id, etag, status: 'absent' })];
		await table.refused(rows[0] ?? {}, guarded);
		expect(table.posts).toMatchObject([{ status: 'draft' }]);

		expect(await table.one(rows[0] ?? {}, guarded)).toMatchObject({ action: 'deleted' });
	});

	it.each([
		['edited', async (id: string) => await table.byHand.edit(id, 'Corrected bread')],
		['scheduled', async (id: string) => await table.byHand.schedule(id, 9)],
	])('does not overwrite that somebody has %s the post since', async (_how, change) => {
		const { id, etag } = await table.one(row());
		refuse('schedule_post');
		await table.refused(scheduled({ id, etag }), guarded);
		await change(String(id));
		const [post] = table.posts;

		for (const status of ['scheduled', 'absent', 'published']) {
			expect(await table.refused(scheduled({ id, etag, status }), guarded)).toMatch(
				/has been changed since it was read/,
			);
		}
		expect(table.posts).toEqual([post]);
	});

	it('does not overwrite that somebody has cancelled the schedule that a run has set', async () => {
		const cancel = async () => await table.byHand.cancel(String(table.posts[0]?.id));
		const action = { kind: 'hold', when: 'after', until: cancel } as const;
		table.service.faults.add({ operation: 'schedule_post', action });
		await table.refused(scheduled({ etag: '' }), guarded);
		expect(table.posts).toMatchObject([{ status: 'draft' }]);

		expect(await table.refused(scheduled({ etag: '' }), guarded)).toMatch(/Expected Version/);
		expect(table.posts).toMatchObject([{ status: 'draft' }]);
	});

	it('may not state a version that an earlier run has replaced', async () => {
		const { id, etag } = await table.one(row());
		await table.one(scheduled({ id, etag }), guarded);
		expect(await table.refused(scheduled({ id, etag, text: 'Rolls' }), guarded)).toMatch(
			/has been changed since it was read/,
		);
	});
});
