import type { IDataObject } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { breadRow, useTableHarness } from './table';

const HOUR_MS = 60 * 60 * 1_000;

describe.each(['response', 'weak'] as const)(
	'a row, if the responses to commands have ETags of their own (%s)',
	(commandEtag) => {
		const harness = useTableHarness({ dialect: { ...dialects.first, commandEtag } });
		const inHours = (hours: number) => {
			const { clock } = harness.service;
			return clock.iso(clock.now() + hours * HOUR_MS);
		};
		const actionOf = async (row: IDataObject) => (await harness.one(breadRow(row))).action;

		it.each(['draft', 'scheduled', 'published'])(
			'gets the status %s in one run',
			async (status) => {
				expect(await actionOf({ status, at: inHours(2) })).toBe('created');
			},
		);

		it('is updated and changes its status in one run', async () => {
			await harness.made();
			expect(await actionOf({ text: 'Second' })).toBe('updated');
			const scheduled = { text: 'Third', status: 'scheduled' };
			expect(await actionOf({ ...scheduled, at: inHours(2) })).toBe('scheduled');
			expect(await actionOf({ ...scheduled, text: 'Fourth', at: inHours(3) })).toBe('rescheduled');
			expect(await actionOf({ text: 'Fifth' })).toBe('unscheduled');
			expect(await actionOf({ text: 'Sixth', status: 'published' })).toBe('published');
		});
	},
);
