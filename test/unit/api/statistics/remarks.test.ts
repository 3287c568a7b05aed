import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { readRemarks } from '../../../../nodes/SocialPublishing/api/statistics/remarks';

describe('remarks on statistics', () => {
	const gap = { coverage: { destinations: 1, recorded_destinations: 0 } };
	const post = (post_id: number, likes: number | null) => ({
		post_id,
		...gap,
		destinations: [{ destination_id: `d${post_id}`, account_id: 'a', likes }],
	});
	const remarksOf = (record: IDataObject) => readRemarks(readFigures(record, {}), new Map());

	it('describe errors and gaps of the coverage in sentences', () => {
		const reading = readFigures(
			{
				warnings: ['Figures may be late'],
				accounts: [
					{
						id: 'a',
						followers: 1,
						errors: [{ code: 'down', message: 'It was down.' }],
						coverage: null,
					},
					{ id: 'b', followers: 1, errors: [], coverage: { days: 30, recorded_days: 28 } },
					{ id: 'c', followers: 1, errors: null, coverage: { days: 30, recorded_days: 30 } },
				],
			},
			{},
		);
		const account = { id: 'a', name: 'Bakery', platform: 'pagebook', record: {} };
		expect(readRemarks(reading, new Map([['a', account]]))).toEqual([
			'The service reports: Bakery (pagebook): It was down. Figures may be late.',
			'1 account has incomplete figures.',
		]);
	});

	it('count posts with no figures or incomplete figures', () => {
		expect(remarksOf({ posts: [1, 2, 3].map((id) => post(id, null)) })).toEqual([
			'3 posts have no figures yet.',
		]);
		expect(remarksOf({ posts: [post(1, null), post(2, 5), post(3, 0)] })).toEqual([
			'1 post has no figures yet.',
			'2 posts have incomplete figures.',
		]);
	});

	it('count accounts separately', () => {
		const account = (id: string, followers: number | null) => ({
			account_id: id,
			followers,
			coverage: 'partial',
		});
		expect(remarksOf({ accounts: [account('a', null), account('b', 3)] })).toEqual([
			'1 account has no figures yet.',
			'1 account has incomplete figures.',
		]);
	});

	it('show three of many errors, and count the rest', () => {
		const errors = ['A', 'B', 'C', 'D', 'E'].map((message) => ({ message }));
		expect(remarksOf({ likes: 1, errors })).toEqual(['The service reports: A. B. C. And 2 more.']);
	});
});
