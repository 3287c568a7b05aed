import type { IDataObject } from 'n8n-workflow';

import { dialects, type Dialect } from '../../../../service';
import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

describe('a row without a post', () => {
	it('gets a draft', async () => {
		const output = await table.one(breadRow());

		expect(output).toMatchObject({ key: 'row 1', action: 'created', changed: [], status: 'draft' });
		expect(table.posts).toEqual([
			{ id: output.id, text: 'Fresh bread', status: 'draft', at: null },
		]);
	});

	it('gets a scheduled post', async () => {
		const at = table.hoursAhead(2);

		const output = await table.one(breadRow({ status: 'scheduled', at }));

		expect(output).toMatchObject({ action: 'created', status: 'scheduled', scheduled_at: at });
		expect(table.commands()).toEqual(['create_post', 'schedule_post']);
	});

	it('gets a published post, with its outcome', async () => {
		const output = await table.one(breadRow({ status: 'published' }), {
			waitForOutcome: true,
			simplify: true,
		});

		expect(output).toMatchObject({ key: 'row 1', action: 'created', status: 'published' });
		expect(output.published_urls).toHaveLength(1);
	});

	it('gets the ID of its post even if the response to its publication lacks it', async () => {
		const { fullPost } = dialects.first;
		const answer: Dialect['fullPost'] = (post) =>
			post.status === 'draft' ? fullPost(post) : { accepted: true };
		await table.reopen({ ...dialects.first, fullPost: answer });

		const output = await table.one(breadRow({ status: 'published' }), { simplify: true });

		expect(output).toMatchObject({ action: 'created', id: table.posts[0]?.id });
		expect(output.message).toMatch(/^The post is handed over/);
	});

	it('sends no request for a row without a post whose wanted status is absent', async () => {
		const output = await table.one(breadRow({ status: 'absent' }), { simplify: true });

		expect(output).toMatchObject({ action: 'unchanged', changed: [], id: null });
		expect(table.requests()).toEqual([]);
	});
});

describe.each(['by its key', 'by its ID'])('a row whose post is known %s', (how) => {
	const again = async (id: IDataObject[string], more: IDataObject = {}) =>
		await table.one(breadRow({ ...more, ...(how === 'by its ID' && { id }) }));

	it('is unchanged, and no command is sent', async () => {
		const { id } = await table.one(breadRow());
		table.requests();

		const output = await again(id);

		expect(output).toMatchObject({ id, action: 'unchanged', changed: [] });
		expect(table.commands()).toEqual([]);
	});

	it('is updated with a new text', async () => {
		const { id } = await table.one(breadRow());
		table.requests();

		const output = await again(id, { text: 'Warm bread' });

		expect(output).toMatchObject({ id, action: 'updated', changed: ['text'], text: 'Warm bread' });
		expect(table.commands()).toEqual(['edit_post']);
		expect(await again(id, { text: 'Warm bread' })).toMatchObject({ action: 'unchanged' });
	});

	it('moves through all wanted statuses', async () => {
		const at = table.hoursAhead(2);
		const later = table.hoursAhead(3);
		const { id } = await table.one(breadRow());
		table.requests();

		const outputs = [
			await again(id, { status: 'scheduled', at, text: 'Warm bread' }),
			await again(id, { status: 'scheduled', at: later, text: 'Warm bread' }),
			await again(id, { status: 'draft', text: 'Warm bread' }),
			await again(id, { status: 'published', text: 'Warm bread' }),
			await again(id, { status: 'published', text: 'Warm bread' }),
			await again(id, { status: 'published', text: 'Stale bread' }),
		];

		expect(outputs.map(({ action, changed }) => [action, changed])).toEqual([
			['scheduled', ['text', 'scheduled_at', 'status']],
			['rescheduled', ['scheduled_at']],
			['unscheduled', ['scheduled_at', 'status']],
			['published', ['status']],
			['unchanged', []],
			['locked', []],
		]);
		expect(new Set(outputs.map((output) => output.id))).toEqual(new Set([id]));
		expect(table.commands()).toEqual([
			...['edit_post', 'schedule_post', 'reschedule_post', 'cancel_post', 'publish_post'],
		]);
	});

	it('deletes the post of a row that becomes absent, and creates another one if it is a draft again', async () => {
		const { id } = await table.one(breadRow());

		expect(await again(id, { status: 'absent' })).toMatchObject({ action: 'deleted', id });
		expect(table.posts).toEqual([]);
		expect(await again(id, { status: 'absent' })).toMatchObject({ action: 'unchanged' });

		const anew = await table.one(breadRow());
		expect(anew.action).toBe('created');
		expect(table.posts).toMatchObject([{ id: anew.id }]);
	});

	it('creates another post for a row that was absent after somebody had deleted its post', async () => {
		const { id } = await table.one(breadRow());
		await table.byHand.delete(String(id));
		expect(await table.one(breadRow({ status: 'absent' }))).toMatchObject({ action: 'unchanged' });

		const anew = await table.one(breadRow());
		expect(anew.action).toBe('created');
		expect(table.posts).toMatchObject([{ id: anew.id }]);
	});
});
