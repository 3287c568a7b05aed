import {
	joinPages,
	joinWindows,
} from '../../../../nodes/SocialPublishing/actions/statistics/joinStatistics';

const day = (date: string, count: number | null) => ({ date, count });

describe('windows of statistics', () => {
	const older = {
		account_id: 'acc_1',
		start_date: '2026-01-01',
		end_date: '2026-12-31',
		followers: [day('2026-12-30', 0), day('2026-12-31', null)],
		last_known_followers: day('2026-12-30', 0),
		engagement: { likes: null, shares: 0 },
		coverage: { days: 365, recorded_days: 300, share: 0.82 },
		errors: [{ code: 'down', occurred_at: '2026-05-01' }],
		refreshed_at: '2027-01-01T00:00:00Z',
	};
	const newer = {
		...older,
		start_date: '2027-01-01',
		end_date: '2027-01-02',
		followers: [day('2027-01-01', null), day('2027-01-02', 7)],
		last_known_followers: null,
		engagement: { likes: 3, shares: 0 },
		coverage: { days: 2, recorded_days: 1, share: 0.5 },
		errors: [...older.errors, { code: 'down', occurred_at: '2027-01-02' }],
	};

	it('become one, with every day once and in order', () => {
		expect(joinWindows([older, newer])).toEqual({
			account_id: 'acc_1',
			start_date: '2026-01-01',
			end_date: '2027-01-02',
			followers: [...older.followers, ...newer.followers],
			last_known_followers: day('2026-12-30', 0),
			engagement: { likes: 3, shares: 0 },
			coverage: { days: 367, recorded_days: 301, share: 0.5 },
			errors: newer.errors,
			refreshed_at: '2027-01-01T00:00:00Z',
		});
	});

	it('contain a day of two windows once, with the value of the newer window', () => {
		const windows = [{ followers: [day('a', 1), day('b', null)] }, { followers: [day('b', 2)] }];
		expect(joinWindows(windows)).toEqual({ followers: [day('a', 1), day('b', 2)] });
	});

	it('join days in an object, and accounts by their ID', () => {
		const account = (date: string) => ({
			account_id: 'acc_1',
			followers: { days: [day(date, 1)] },
		});
		const windows = [{ accounts: [account('a')] }, { accounts: [account('b')] }];
		expect(joinWindows(windows)).toEqual({
			accounts: [{ account_id: 'acc_1', followers: { days: [day('a', 1), day('b', 1)] } }],
		});
	});

	it('do not count a post without days twice', () => {
		const post = { post_id: 'post_1', coverage: { destinations: 2, recorded_destinations: 1 } };
		expect(joinWindows([{ posts: [post] }, { posts: [post] }])).toEqual({ posts: [post] });
	});

	it('stay unchanged if there is only one', () => {
		expect(joinWindows([older])).toEqual(older);
	});
});

it('the lists of all pages of a window are added and count nothing twice', () => {
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
