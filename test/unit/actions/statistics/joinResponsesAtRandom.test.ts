import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { joinResponses } from '../../../../nodes/SocialPublishing/actions/statistics/fetchStatistics';
import { readFigures } from '../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toDays, toSummary } from '../../../../nodes/SocialPublishing/api/statistics/table';

const dateOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

interface Model {
	/** The values of each account by day, oldest first. */
	accounts: Array<Array<number | null>>;
	likes: Array<number | null>;
	/** The numbers of days in the windows, and the number of posts on a page. */
	windows: number[];
	pageSize: number;
}

/** The forms in which a service may list the days of its accounts. */
const FORMS: Record<string, (days: Array<[string, number | null]>) => IDataObject> = {
	list: (days) => ({ followers: days.map(([date, count]) => ({ date, count })) }),
	'list within an object': (days) => ({
		followers: { days: days.map(([date, count]) => ({ date, count })) },
	}),
	'values by day': (days) => ({ followers: Object.fromEntries(days) }),
	'list or null': (days) => ({
		followers: days.every(([, count]) => count === null)
			? null
			: days.map(([date, count]) => ({ date, count })),
	}),
};

/** The responses for a model: each window in pages of posts, each page with all accounts. */
function responsesOf({ accounts, likes, windows, pageSize }: Model, form: string): IDataObject[] {
	const posts = likes.map((value, id) => ({ post_id: id, engagement: { likes: value } }));
	let first = 0;
	return windows.flatMap((length) => {
		const [from, to] = [first, (first += length)];
		const rows = accounts.map((values, account_id) => {
			const days = values
				.map((value, index): [string, number | null] => [dateOf(index), value])
				.slice(from, to);
			const coverage = { days: length };
			const bounds = { start_date: dateOf(from), end_date: dateOf(to - 1) };
			return { account_id, ...bounds, coverage, ...FORMS[form]?.(days) };
		});
		const pages = Math.max(1, Math.ceil(posts.length / pageSize));
		return Array.from({ length: pages }, (_, page) => ({
			accounts: rows,
			posts: posts.slice(page * pageSize, (page + 1) * pageSize),
			next_cursor: page + 1 < pages ? `page ${page + 1}` : null,
		}));
	});
}

const value = fc.constantFrom(0, 1, 2, null);
const model = fc
	.record({
		windows: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
		pageSize: fc.integer({ min: 1, max: 3 }),
		likes: fc.array(value, { maxLength: 5 }),
		count: fc.integer({ min: 1, max: 3 }),
	})
	.chain(({ count, windows, ...others }) => {
		const length = windows.reduce((sum, each) => sum + each, 0);
		const ofAccount = fc.array(value, { minLength: length, maxLength: length });
		const accounts = fc.array(ofAccount, { minLength: count, maxLength: count });
		return accounts.map((each) => ({ accounts: each, windows, ...others }));
	});

describe.each(Object.keys(FORMS))('any windows and pages with days as %s', (form) => {
	it('have every figure of the model once in the tables', () => {
		fc.assert(
			fc.property(model, (each) => {
				const { accounts, likes } = each;
				const reading = readFigures(joinResponses(responsesOf(each, form)), {});

				const days = toDays(reading, new Map())?.map((row) => [
					row.account_id,
					row.date,
					row.value,
				]);
				const expected = accounts.flatMap((values, id) =>
					values.map((count, index) => [id, dateOf(index), count]),
				);
				// A window without any value may leave out its days.
				const isComplete = form !== 'list or null';
				const known = expected.filter(([, , count]) => isComplete || count !== null);
				expect(
					days?.filter(([, date, count]) => date !== null && (isComplete || count !== null)),
				).toEqual(known);

				const summary = toSummary(reading, new Map()) ?? [];
				expect(
					summary.map((row) =>
						row.account_id === undefined
							? [row.post_id, row.likes]
							: [row.account_id, row.followers],
					),
				).toEqual([
					...accounts.map((values, id) => [
						id,
						values.filter((count) => count !== null).at(-1) ?? null,
					]),
					...likes.map((count, id) => [id, count]),
				]);
			}),
			{ numRuns: 150 },
		);
	});
});

describe('any lists', () => {
	const row = fc.record(
		{
			account_id: fc.constantFrom(1, 2),
			metric: fc.constantFrom('x', 'y'),
			date: fc.constantFrom('2026-01-01', null),
			count: fc.nat(1),
		},
		{ requiredKeys: [] },
	);
	const texts = (rows: unknown) => (rows as unknown[]).map((each) => JSON.stringify(each));

	it.each(['items', 'rows'])('called %s lose no row, invent none and keep their order', (name) => {
		const lists = fc.array(fc.array(row, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(lists, (responses) => {
				const joined = texts(joinResponses(responses.map((list) => ({ [name]: list })))[name]);
				const all = texts(responses.flat());
				expect(new Set(joined)).toEqual(new Set(all));
				for (const own of responses.map(texts)) {
					const counts = (of: string[], text: string) => of.filter((each) => each === text).length;
					for (const text of own) {
						expect(counts(joined, text)).toBeGreaterThanOrEqual(counts(own, text));
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

	it('stay as they are if there is one response', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
				expect(joinResponses([record as IDataObject])).toBe(record);
			}),
		);
	});
});
