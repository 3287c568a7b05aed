import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { joinPages } from '../../../../nodes/SocialPublishing/actions/statistics/fetchStatistics';

const day = (date: string, count: number | null) => ({ date, count });

it('the lists of the pages of one window are joined, and nothing is counted twice', () => {
	const account = { account_id: 'acc_1', followers: [day('a', 1)], coverage: { days: 1 } };
	const pages = [
		{ accounts: [account], posts: [{ post_id: 'p1' }], next_cursor: 'more' },
		{ accounts: [account], posts: [{ post_id: 'p2' }], next_cursor: null },
	];
	expect(joinPages(pages)).toEqual({
		accounts: [account],
		posts: [{ post_id: 'p1' }, { post_id: 'p2' }],
		next_cursor: null,
	});
});

describe('rows of pages', () => {
	it.each<[string, IDataObject[], IDataObject[]]>([
		['by metric', [{ account_id: 1, metric: 'likes' }], [{ account_id: 1, metric: 'views' }]],
		['by platform', [{ post_id: 1, platform: 'a' }], [{ post_id: 1, platform: 'b' }]],
		['that are equal', [{ account_id: 1, likes: 0 }], [{ account_id: 1, likes: 0 }]],
	])('%s are all kept', (_name, first, second) => {
		const rows = [...first, ...second];
		for (const name of ['items', 'rows']) {
			const pages = [{ [name]: first, next_cursor: 'more' }, { [name]: second }];
			expect(joinPages(pages)).toEqual({ [name]: rows });
		}
	});

	it('that are equal are kept next to error entries', () => {
		const rows = [{ likes: 0 }];
		const pages = [
			{ rows, errors: [{ code: 'down' }] },
			{ rows, errors: [] },
		];
		expect(joinPages(pages)).toEqual({ rows: [...rows, ...rows], errors: [{ code: 'down' }] });
	});

	it('count once if every page has them, whatever comes with them', () => {
		const [a, b] = [{ account_id: 1 }, { account_id: 2, likes: 1 }];
		const later = { account_id: 2, likes: 2 };
		const pages = [
			{ accounts: [a, b], figures: { totals: [{ likes: 1 }] }, posts: [{ post_id: 1 }] },
			{ accounts: [a, later], figures: { totals: [{ likes: 1 }] }, posts: [{ post_id: 2 }] },
			{ accounts: [a, later], figures: { totals: [{ likes: 1 }] }, posts: null },
		];
		expect(joinPages(pages)).toEqual({
			accounts: [a, b, later],
			figures: { totals: [{ likes: 1 }] },
			posts: [{ post_id: 1 }, { post_id: 2 }],
		});
	});
});

describe('any pages', () => {
	const row = fc.record(
		{ id: fc.constantFrom(1, 2, 'a'), metric: fc.constantFrom('x', 'y'), count: fc.nat(1) },
		{ requiredKeys: [] },
	);
	const rows = fc.array(row, { maxLength: 4 });

	it.each(['items', 'rows'])('return the rows of the list %s one after the other', (name) => {
		fc.assert(
			fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (pages) => {
				expect(joinPages(pages.map((list) => ({ [name]: list })))).toEqual({
					[name]: pages.flat(),
				});
			}),
		);
	});

	it('lose no row of any list', () => {
		const page = fc.record({ accounts: rows, posts: rows, nested: fc.record({ totals: rows }) });
		fc.assert(
			fc.property(fc.array(page, { minLength: 1, maxLength: 4 }), (pages) => {
				const joined = joinPages(pages) as (typeof pages)[number];
				for (const { accounts, posts, nested } of pages) {
					expect(joined.accounts).toEqual(expect.arrayContaining(accounts));
					expect(joined.posts).toEqual(expect.arrayContaining(posts));
					expect(joined.nested.totals).toEqual(expect.arrayContaining(nested.totals));
				}
			}),
			{ numRuns: 300 },
		);
	});
});
