import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { joinWindows } from '../../../../nodes/SocialPublishing/actions/statistics/joinWindows';

/** Joins windows of the given lengths; without them, of 10 days each. */
const join = (records: IDataObject[], lengths: number[] = []) =>
	joinWindows(records.map((record, index) => ({ days: lengths[index] ?? 10, record })));

describe('any windows', () => {
	const value = fc.constantFrom<unknown>(0, 1, null, 'a', 'b', '2026-01-01');
	const row = fc.record(
		{ account_id: value, metric: value, date: value, recorded_at: value, followers: value },
		{ requiredKeys: [] },
	);
	const anyWindows = fc.array(fc.array(row, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
	const texts = (rows: unknown) => (rows as unknown[]).map((each) => JSON.stringify(each));

	it('lose no row, invent none and keep their order', () => {
		fc.assert(
			fc.property(anyWindows, (windows) => {
				const { rows } = join(windows.map((list) => ({ rows: list })));
				const joined = texts(rows);
				const all = texts(windows.flat());
				expect(new Set(joined)).toEqual(new Set(all));
				for (const list of windows) {
					const counts = (of: string[]) => (text: string) => of.filter((each) => each === text);
					const own = texts(list);
					for (const text of own) {
						expect(counts(joined)(text).length).toBeGreaterThanOrEqual(counts(own)(text).length);
					}
				}
				const rest = [...all];
				for (const text of joined) {
					const index = rest.indexOf(text);
					expect(index).toBeGreaterThanOrEqual(0);
					rest.splice(0, index + 1);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('keep every day of an account, once each', () => {
		const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(lengths, fc.integer({ min: 1, max: 3 }), (sizes, accounts) => {
				let next = 0;
				const windows = sizes.map((size) => {
					const days = Array.from({ length: size }, () => ({ date: `2026-01-${10 + next++}` }));
					const rows = Array.from({ length: accounts }, (_, id) => ({ account_id: id, days }));
					return { accounts: rows };
				});
				const days = windows.flatMap(({ accounts: [first] }) => first?.days ?? []);
				expect(join(windows)).toEqual({
					accounts: Array.from({ length: accounts }, (_, id) => ({ account_id: id, days })),
				});
			}),
		);
	});

	it('stay as they are when there is one', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
				expect(join([record as IDataObject])).toBe(record);
			}),
		);
	});
});
