import fc from 'fast-check';
import { DateTime } from 'luxon';

import { toWindows } from '../../../../nodes/SocialPublishing/actions/statistics/dateRange';

const day = (text: string) => DateTime.fromISO(text, { zone: 'utc' });
const today = day('2027-03-14');

describe('the windows of a range', () => {
	it.each([
		['a range without days', undefined, undefined, [{}]],
		['an end alone', undefined, day('2027-03-01'), [{ end_date: '2027-03-01' }]],
		['one day', today, today, [{ start_date: '2027-03-14', end_date: '2027-03-14' }]],
		[
			'a start alone',
			day('2027-03-01'),
			undefined,
			[{ start_date: '2027-03-01', end_date: '2027-03-14' }],
		],
		['365 days', day('2026-03-15'), today, [{ start_date: '2026-03-15', end_date: '2027-03-14' }]],
		[
			'366 days',
			day('2026-03-14'),
			today,
			[
				{ start_date: '2026-03-14', end_date: '2027-03-13' },
				{ start_date: '2027-03-14', end_date: '2027-03-14' },
			],
		],
	])('are those that the service accepts: %s', (_name, start, end, expected) => {
		expect(toWindows(start, end, today)).toEqual(expected);
	});

	it('contain every day once and in order, at most 365 each', () => {
		const anyDay = fc.integer({ min: -2_000, max: 2_000 }).map((days) => today.plus({ days }));
		fc.assert(
			fc.property(anyDay, fc.nat(1_500), (start, length) => {
				const end = start.plus({ days: length });
				const days = toWindows(start, end, today).flatMap(({ start_date = '', end_date = '' }) => {
					const count = day(end_date).diff(day(start_date), 'days').days + 1;
					expect(count).toBeGreaterThan(0);
					expect(count).toBeLessThanOrEqual(365);
					return Array.from({ length: count }, (_, index) => day(start_date).plus({ days: index }));
				});
				const all = Array.from({ length: length + 1 }, (_, index) => start.plus({ days: index }));
				expect(days.map((each) => each.toISODate())).toEqual(all.map((each) => each.toISODate()));
			}),
			{ numRuns: 30 },
		);
	});
});
