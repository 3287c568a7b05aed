import type { IDataObject } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

const sent = (operation: string) => table.journal(operation).length;

it.each([
	['edit_post', (n: number): IDataObject => ({ text: `Text ${n}` })],
	['schedule_post', (n: number): IDataObject => ({ status: 'scheduled', key: `row ${n}` })],
	['reschedule_post', (n: number): IDataObject => ({ status: 'scheduled', hours: n })],
])('after %s, a read that fails does not take the acceptance back', async (operation, change) => {
	await table.reopen(dialects.second);
	const row = (n: number) => {
		const { hours = 5, ...more } = change(n);
		return breadRow({ at: table.hoursAhead(Number(hours)), ...more });
	};
	await table.one(row(20));
	let accepted = 0;
	for (let nth = 1; nth < 10; nth++) {
		await table.one(row(20 + nth));
		const before = sent(operation);
		const action = { kind: 'status', when: 'before', status: 503 } as const;
		table.service.faults.add({ operation: 'get_post', nth, times: 20, action });
		// Its time stays the same, while the pauses between retries move the clock.
		const wanted = row(40 + nth);
		const { error } = await table.upsert([wanted]);
		table.service.faults.clear();
		if (error === undefined) break;
		if (sent(operation) === before) continue;
		accepted += 1;
		expect(error.message).toMatch(/^Accepted, not checked \((update|schedule|reschedule|change)/);
		expect(error.description).toContain('The service has accepted the command');
		expect((await table.one(wanted)).action).toBe('unchanged');
	}
	expect(accepted).toBeGreaterThan(0);
});

it.each([
	['in this process', false],
	['in another process', true],
])(
	'a row whose creation was accepted, but not checked, gets no second post a day later %s',
	async (_where, isElsewhere) => {
		const action = { kind: 'status', when: 'before', status: 503 } as const;
		table.service.faults.add({ operation: 'get_post', times: Infinity, action });
		const { error } = await table.upsert([breadRow()]);
		table.service.faults.clear();
		const [post] = table.posts;
		expect(error?.message).toMatch(/^Accepted, not checked \(create the post\)/);
		expect(error?.description).toContain(`Post ID: ${post?.id}`);

		await table.byHand.edit(String(post?.id), 'Corrected bread');
		await table.service.clock.advance(25 * 3_600_000);
		const options = isElsewhere ? { nodeType: (await table.startProcess()).nodeType } : {};
		const { items } = await table.upsert([breadRow()], {}, options);
		expect(items[0]?.json).toMatchObject({ id: post?.id, action: 'updated' });
		expect(table.posts).toHaveLength(1);
	},
);

it.each([
	['schedule_post', {}, { status: 'scheduled' }],
	['cancel_post', { status: 'scheduled' }, { status: 'draft' }],
])(
	'an edit by hand right after %s is an error, and the next run overwrites it',
	async (operation, before, after) => {
		await table.reopen(dialects.second);
		const at = table.hoursAhead(20);
		const row = (more: IDataObject) => breadRow({ at, ...more });
		const { id } = await table.one(row(before));
		let isEdited = false;
		const until = async () => {
			if (isEdited || sent(operation) === 0) return;
			isEdited = true;
			await table.byHand.edit(String(id), 'Edited by hand');
		};
		const action = { kind: 'hold', when: 'before', until } as const;
		table.service.faults.add({ operation: 'get_post', times: Infinity, action });
		expect(await table.refused(row(after))).toContain(
			'Someone changed the post while the node was',
		);
		expect(isEdited).toBe(true);
		expect(await table.one(row(after))).toMatchObject({ action: 'updated', text: 'Fresh bread' });
	},
);
